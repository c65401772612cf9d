DROP FUNCTION organization_of_customer(text);
DROP TABLE subscription_events, billing_customers;
