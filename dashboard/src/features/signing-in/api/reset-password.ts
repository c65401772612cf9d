import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export const resetPassword = (body: Schemas['ResetPasswordBody']) =>
  dataOf(client.POST('/auth/reset-password', { body }));
