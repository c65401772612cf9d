import { EgressForbiddenError, resolveEgress } from '../../platform/egress/egress.js';
import type { AccessOf } from '../connector.js';
import { NotCapturable } from '../resource/resource.js';

/** Objects are anywhere on the server; by the name and the password of HTTP Basic authentication (RFC 7617). */
export const caldavAccess: AccessOf = async ({ credentials }) => {
  const { username = '', password = '', serverUrl = '' } = credentials;
  const server = await serverOf(serverUrl);
  const basic = Buffer.from(`${username}:${password}`).toString('base64');
  return { base: new URL(server.origin), authorization: `Basic ${basic}` };
};

async function serverOf(text: string): Promise<URL> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username || url.password) {
    throw new NotCapturable('the server URL must be https://host/path');
  }
  if (url.protocol === 'http:' && (await isPublic(url.hostname))) {
    throw new NotCapturable('a public server must be reached by https://');
  }
  return url;
}

async function isPublic(host: string): Promise<boolean> {
  try {
    await resolveEgress(host, []);
    return true;
  } catch (error) {
    if (error instanceof EgressForbiddenError) return false;
    throw error;
  }
}
