import { client, dataOf } from '../../../api/client';

/** Sends the verification mail to the signed-in operator again. */
export const resendVerification = () => dataOf(client.POST('/auth/resend-verification'));
