DROP TABLE reset_requests, mailed_links, agents, api_keys, spent_states, identities, users, organizations;
