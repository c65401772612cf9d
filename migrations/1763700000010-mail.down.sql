DROP FUNCTION due_reset_requests(integer);
DROP FUNCTION link_of_token(text, text);
DROP FUNCTION due_links(integer);
DROP TABLE reset_requests, mailed_links;
