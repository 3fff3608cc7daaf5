"""The importer of CUAD v1 (Hendrycks et al. 2021, arXiv:2103.06268): its labelled clauses as gold questions.

`clauses` reads the labels, `places` finds them on the pages, `questions` asks; `published` cuts the labels of these
contracts from the file of all. Run as `python -m cuad --questions FILE --pdfs FOLDER --cache FOLDER --out FOLDER` with
datasets/ on the path.
"""
