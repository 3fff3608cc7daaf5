"""What a variation would gain if a stage were perfect: which questions are asked again with which oracles, and what the
difference says of all questions."""
