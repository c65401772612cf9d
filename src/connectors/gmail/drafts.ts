import type { gmail_v1 } from '@googleapis/gmail';
import type { JsonObject } from '../connector.js';
import { listed } from '../google/answer.js';
import { createdId, objectIn, text, textIn } from '../google/payload.js';
import { objectSchema, reversible } from '../resource/define.js';
import { draft, mailOf } from './draft.js';
import { setBy } from './mail-text.js';
import { user, userIn } from './payload.js';

const message = objectSchema(['raw'], { raw: text, threadId: text });
const requestBody = objectSchema(['message'], { id: text, message });
const sets = (payload: JsonObject) => setBy(mailOf(objectIn(objectIn(payload, 'requestBody'), 'message').raw));
const byId = (payload: JsonObject) => [{ userId: userIn(payload), id: textIn(payload, 'id') }];
const driftSignal = 'from, to, cc, bcc, reply-to, subject and text';

/** Null when there is more than one page. */
async function allDrafts(client: gmail_v1.Gmail, payload: JsonObject) {
  const userId = userIn(payload);
  const { data } = await client.users.drafts.list({ userId, maxResults: 500 });
  const { drafts = [], nextPageToken } = listed(data);
  return nextPageToken ? null : drafts.map(({ id }) => ({ userId, id: String(id) }));
}

export const draftOperations = [
  reversible({
    apiName: 'gmail.drafts.create',
    operationType: 'CREATE',
    inverse: 'drafts.delete',
    payloadSchema: objectSchema(['requestBody'], { ...user, requestBody }),
    notes: null,
    driftSignal,
    kind: draft,
    effect: 'create',
    addresses: (payload, response) => {
      const id = createdId(response);
      return id === null ? null : [{ userId: userIn(payload), id }];
    },
    within: (payload) => ({ userId: userIn(payload) }),
    listed: allDrafts,
    sets,
  }),
  reversible({
    apiName: 'gmail.drafts.update',
    operationType: 'UPDATE',
    inverse: 'drafts.update with the former text',
    payloadSchema: objectSchema(['id', 'requestBody'], { ...user, id: text, requestBody }),
    notes: null,
    driftSignal,
    kind: draft,
    effect: 'update',
    addresses: byId,
    sets,
  }),
  reversible({
    apiName: 'gmail.drafts.delete',
    operationType: 'DELETE',
    reversibility: 'compensating',
    inverse: 'drafts.create with the former text',
    payloadSchema: objectSchema(['id'], { ...user, id: text }),
    notes: 'One with the very same text counts as brought back.',
    driftSignal: 'whether the draft is there again',
    kind: draft,
    effect: 'delete',
    addresses: byId,
    remains: ['The draft has a new id, and stands beside a conversation that it answered.'],
  }),
];
