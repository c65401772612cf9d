import { client, dataOf } from '../../../api/client';

/** For the operator who is signed in. */
export const resendVerification = () => dataOf(client.POST('/auth/resend-verification'));
