import type { AccessOf } from '../connector.js';
import { baseUrlOf } from '../resource/requests/base-url.js';

export const STRIPE = 'https://api.stripe.com';

export const stripeAccess: AccessOf = async (context) => ({
  base: new URL(baseUrlOf(context, STRIPE)),
  authorization: `Bearer ${context.credentials.secretKey ?? ''}`,
});
