import { EgressForbiddenError, resolveEgress } from '../../platform/egress/egress.js';
import type { AccessOf } from '../connector.js';
import type { FactReader } from '../facts/facts.js';
import { pathFact } from '../facts/path-fact.js';
import { statusOf } from '../resource/requests/trouble.js';
import { NotCapturable } from '../resource/resource.js';
import { resourceConnector } from '../resource/resource-connector.js';
import { type Calendars, connect } from './client.js';
import { operations, readOperations } from './operations.js';
import { performing } from './perform.js';

/** Objects are anywhere on the server; by the name and the password of HTTP Basic authentication (RFC 7617). */
const caldavAccess: AccessOf = async ({ credentials }) => {
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

/** The path of the object on the server of the credential. */
const facts: FactReader = {
  names: ['target.path'],
  of: ({ payload }) => ({ 'target.path': pathFact(payload.url) }),
};

/** The sentences that describe calls, by operation without the name of the connector (src/connectors/summary). */
const summaries: Readonly<Record<string, string>> = {
  'objects.put': 'Put {url}: {data:text}',
  'objects.delete': 'Delete {url}',
};

/** Objects in the calendars of a CalDAV server. */
export const caldav = resourceConnector<Calendars>({
  id: 'caldav',
  facts,
  title: 'CalDAV',
  verified: true,
  apiVersion: 'RFC 4791',
  credentialFields: [
    {
      name: 'serverUrl',
      required: true,
      isPublic: true,
      description: 'https://host/path. Objects are reached on this server alone.',
    },
    { name: 'username', required: true, isPublic: true, description: 'For HTTP Basic authentication.' },
    { name: 'password', required: true, description: 'An app password where the server has them.' },
  ],
  summaries,
  operations: [...operations, ...readOperations],
  paths: ['url'],
  access: caldavAccess,
  connect,
  performing,
  placeOf: ({ serverUrl = '' }) => serverUrl.replace(/\/+$/, ''),
  probe: (client) => client.greet(),
  // Another client wrote between the read and the write: the resource must be read again.
  meaningOf: (error) => (statusOf(error) === 412 ? 'unavailable' : null),
});
