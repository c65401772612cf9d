-- A version 7 UUID: sorts by the time it was made.
CREATE OR REPLACE FUNCTION event_uuid() RETURNS uuid LANGUAGE sql VOLATILE
AS $$ SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
        PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid $$;
