import { NO_FACTS } from '../facts/facts.js';
import { baseUrlOf } from '../resource/requests/base-url.js';
import { NotCapturable } from '../resource/resource.js';
import { resourceConnector } from '../resource/resource-connector.js';
import { AIRTABLE, type Airtable, connect, MissingTableError } from './client.js';
import { operations, performing, reads, summaries } from './operations.js';

/** Records of Airtable. */
export const airtable = resourceConnector<Airtable>({
  id: 'airtable',
  facts: NO_FACTS,
  title: 'Airtable',
  verified: false,
  apiVersion: 'v0',
  credentialFields: [
    {
      name: 'token',
      required: true,
      description:
        'A personal access token with the scopes data.records:read, data.records:write, data.recordComments:read and ' +
        'schema.bases:read, for the bases of the agent.',
    },
    {
      name: 'baseUrl',
      required: false,
      isPublic: true,
      description: 'Of another server in place of Airtable; https://api.airtable.com when left out.',
    },
  ],
  summaries,
  operations: [...operations, ...reads],
  access: async (context) => {
    const { token } = context.credentials;
    if (!token) throw new NotCapturable('the credential has no token');
    return { base: new URL(baseUrlOf(context, AIRTABLE)), authorization: `Bearer ${token}` };
  },
  connect,
  performing,
  probe: (client) => client.ask('GET', ['meta', 'whoami']),
  meaningOf: (error) => (error instanceof MissingTableError ? 'refused' : null),
});
