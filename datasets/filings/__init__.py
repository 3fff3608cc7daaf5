"""The default dataset: an insurer's homeowner rate filing, written as PDFs with gold questions from one seed.

`facts` holds everything the filing states; `documents/` prints it and `questions/` asks about it, so that the two
cannot disagree. Run as `python -m filings --seed 7 --out DIR` with datasets/ on the path.
"""
