-- Names the key of some hashes as this installation keeps it. The hashes came with an organization that was moved here.
CREATE OR REPLACE FUNCTION adopt_hashes(organization uuid, was_key integer, was_secret bytea, new_key integer, new_secret bytea)
RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE api_keys k SET hash_key = new_key, hash_secret = new_secret
  WHERE k.organization_id = organization AND k.hash_key = was_key AND k.hash_secret IS NOT DISTINCT FROM was_secret;
  UPDATE personal_tokens t SET hash_key = new_key, hash_secret = new_secret
  WHERE t.organization_id = organization AND t.hash_key = was_key AND t.hash_secret IS NOT DISTINCT FROM was_secret;
END $$;
