import { client } from '../../../api/client';
import { problemOf } from '../../../api/problem';

/** Returns the verified address. The route answers without the envelope. */
export async function verifyEmail(token: string): Promise<string> {
  const { data, error, response } = await client.GET('/auth/verify-email', { params: { query: { token } } });
  if (!data) throw problemOf(error, response);
  return data.email;
}
