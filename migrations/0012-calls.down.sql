DROP TABLE performed_calls;
