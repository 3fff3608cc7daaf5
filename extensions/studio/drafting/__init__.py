"""Drafts of gold questions by code: each has an answer that the documents print or that code computes from what they
print, evidence at one place, and no other passage that answers the same words otherwise. A person accepts or rejects
them in the studio."""
