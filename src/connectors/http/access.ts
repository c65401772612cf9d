import type { AccessOf } from '../connector.js';
import { baseUrlOf } from '../resource/requests/base-url.js';
import { NotCapturable } from '../resource/resource.js';

export const httpAccess: AccessOf = async (context) => {
  const { baseUrl, authorization = '' } = context.credentials;
  if (!baseUrl) throw new NotCapturable('the credential has no base URL');
  return { base: new URL(baseUrlOf(context, '')), authorization };
};
