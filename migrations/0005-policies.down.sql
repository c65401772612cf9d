DROP TABLE policy_window_changes, policy_window_calls, policy_windows, policy_settings, policy_days, policies;
DROP DOMAIN policy_decision;
