"""MLflow: a parent run per sweep, a child run per variation, a trace per answer. The only room that imports mlflow."""
