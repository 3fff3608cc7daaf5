"""The importer of UDA-QA (Hui et al. 2024, arXiv:2406.15187): its questions as gold questions.

`answers` has what is right, by set; `questions` makes the records; `published` cuts the questions file from what the
authors publish. Run as `python -m uda --questions FILE --pdfs FOLDER --out FOLDER` with datasets/ on the path.
"""
