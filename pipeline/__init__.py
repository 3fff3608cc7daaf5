"""The system under test: PDF → pages → chunks → collection → retrieval → agents → answer."""
