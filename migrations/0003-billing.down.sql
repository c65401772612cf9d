DROP TABLE subscription_events, billing_customers;
