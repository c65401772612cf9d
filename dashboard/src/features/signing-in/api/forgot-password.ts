import { client, dataOf } from '../../../api/client';

export const forgotPassword = (email: string) => dataOf(client.POST('/auth/forgot-password', { body: { email } }));
