import type { calendar_v3 } from '@googleapis/calendar';
import { NO_FACTS } from '../facts/facts.js';
import { googleAccess } from '../google/access.js';
import { meaningOf, UnexpectedAnswerError } from '../google/answer.js';
import { googleAccount, googleCredentialFields } from '../google/client.js';
import { callGoogle, googlePerforming } from '../google/perform.js';
import { capturedVersion, isPreconditionFailed } from '../resource/precondition.js';
import type { Performing } from '../resource/resource.js';
import { resourceConnector } from '../resource/resource-connector.js';
import { operations, summaries } from './operations.js';
import { readOperations } from './reads.js';

/** An event is changed or deleted only as it was captured. */
const performing: Performing<calendar_v3.Calendar> = googlePerforming<calendar_v3.Calendar>((path) => path, {
  isConditional: ({ captured }) => typeof capturedVersion(captured) === 'string',
  isOvertaken: isPreconditionFailed,
  call: (client, path, payload, _key, captured) => callGoogle(client, path, payload, capturedVersion(captured)),
});

/** Events of Google calendars. */
export const gcal = resourceConnector<calendar_v3.Calendar>({
  id: 'gcal',
  facts: NO_FACTS,
  title: 'Google Calendar',
  verified: true,
  apiVersion: 'v3',
  credentialFields: googleCredentialFields,
  summaries,
  operations: [...operations, ...readOperations],
  paths: ['calendarId'],
  access: googleAccess('gcal'),
  connect: async (context) => {
    const { calendar } = await import('@googleapis/calendar');
    const { options, close } = await googleAccount('gcal', context);
    return { client: calendar({ version: 'v3', ...options }), close };
  },
  performing,
  identity: {
    scopeOf: () => ({}),
    read: async (client) => (await client.calendars.get({ calendarId: 'primary' })).data.id,
  },
  probe: async (client) => {
    const { data } = await client.events.list({ calendarId: 'primary', maxResults: 1 });
    if (!Array.isArray(data?.items))
      throw new UnexpectedAnswerError('the answer is no calendar: is the base URL that of Google?');
  },
  meaningOf,
});
