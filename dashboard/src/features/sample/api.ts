import { client, dataOf } from '../../api/client';

/** The account goes, with its organization and all that it holds. The password is needed some time after the sign-in. */
export const removeSample = (password: string) =>
  dataOf(client.DELETE('/me', { body: password === '' ? {} : { password } }));
