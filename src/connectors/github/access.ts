import type { AccessOf } from '../connector.js';
import { baseUrlOf } from '../resource/requests/base-url.js';
import { NotCapturable } from '../resource/resource.js';

export const GITHUB = 'https://api.github.com';

/** A token of an app is a JWT, for which GitHub has another word. */
export const githubAccess: AccessOf = async (context) => {
  const { token } = context.credentials;
  if (!token) throw new NotCapturable('the credential has no token');
  const scheme = token.split('.').length === 3 ? 'bearer' : 'token';
  return { base: new URL(baseUrlOf(context, GITHUB)), authorization: `${scheme} ${token}` };
};
