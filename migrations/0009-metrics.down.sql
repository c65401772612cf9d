DROP TABLE metric_days, metric_totals, metric_changes;
