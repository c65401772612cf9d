import type { FactReader } from '../facts/facts.js';
import { pathFact } from '../facts/path-fact.js';
import { statusOf } from '../resource/requests/trouble.js';
import { resourceConnector } from '../resource/resource-connector.js';
import { caldavAccess } from './access.js';
import { type Calendars, connect } from './client.js';
import { operations } from './operations.js';
import { performing } from './perform.js';
import { readOperations } from './reads.js';

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
