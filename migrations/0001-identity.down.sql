DROP TABLE personal_tokens, sign_in_tries, browser_sessions, reset_requests, mailed_links, agents, api_keys, spent_states, identities, users, organizations;
