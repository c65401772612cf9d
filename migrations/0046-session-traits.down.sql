DROP TABLE session_traits;
