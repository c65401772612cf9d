import type { AccessOf } from '../connector.js';
import { baseUrlOf } from '../resource/requests/base-url.js';
import { NotCapturable } from '../resource/resource.js';

export const SLACK = 'https://slack.com/api';

export const slackAccess: AccessOf = async (context) => {
  const { token } = context.credentials;
  if (!token) throw new NotCapturable('the credential has no token');
  return { base: new URL(baseUrlOf(context, SLACK)), authorization: `Bearer ${token}` };
};
