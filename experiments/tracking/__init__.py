"""MLflow: a parent run a sweep, a child run a variation, a trace an answer. The only room that imports mlflow."""
