-- The keys by which the secrets of an organization were hashed.
CREATE OR REPLACE FUNCTION hash_origins(organization uuid) RETURNS TABLE (hash_key integer, hash_secret bytea) LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN QUERY
  SELECT k.hash_key, k.hash_secret FROM api_keys k WHERE k.organization_id = organization
  UNION SELECT t.hash_key, t.hash_secret FROM personal_tokens t WHERE t.organization_id = organization;
END $$;
