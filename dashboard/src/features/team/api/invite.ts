import { client, dataOf } from '../../../api/client';

/** Mails a link that is good for seven days, once. */
export const invite = (email: string, key: string) =>
  dataOf(client.POST('/team/invitations', { params: { header: { 'Idempotency-Key': key } }, body: { email } }));
