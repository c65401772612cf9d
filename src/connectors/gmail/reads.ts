import { text, texts } from '../google/payload.js';
import { objectSchema, reading } from '../resource/define.js';
import { user } from './payload.js';

const count = { type: 'integer', minimum: 1, maximum: 500 };
const flag = { type: 'boolean' };
const page = { maxResults: count, pageToken: text };
const search = { ...page, q: { ...text, description: 'As in the search box.' }, includeSpamTrash: flag };
const shape = { format: { enum: ['full', 'metadata', 'minimal', 'raw'] }, metadataHeaders: texts };
const all = objectSchema([], { ...user });
const byId = (more: object = {}) => objectSchema(['id'], { ...user, id: text, ...more });

const READS: readonly [name: string, what: string, payloadSchema: object][] = [
  ['messages.list', 'Ids of messages, the newest first.', objectSchema([], { ...user, ...search, labelIds: texts })],
  ['messages.get', 'One message.', byId(shape)],
  [
    'messages.attachments.get',
    'The content of an attachment, as base64url.',
    objectSchema(['messageId', 'id'], { ...user, messageId: text, id: text }),
  ],
  ['threads.list', 'Ids of threads, the newest first.', objectSchema([], { ...user, ...search, labelIds: texts })],
  ['threads.get', 'A thread with its messages.', byId(shape)],
  ['labels.list', 'All labels.', all],
  ['labels.get', 'A label with its counts.', byId()],
  ['drafts.list', 'Ids of drafts.', objectSchema([], { ...user, ...search })],
  ['drafts.get', 'One draft.', byId({ format: shape.format })],
  [
    'history.list',
    'What has changed since a history id.',
    objectSchema(['startHistoryId'], { ...user, ...page, startHistoryId: text, labelId: text, historyTypes: texts }),
  ],
  ['settings.filters.list', 'All filters.', all],
  ['getProfile', 'The address of the mailbox, and how much it holds.', all],
];

export const readOperations = READS.map(([name, what, payloadSchema]) => reading(`gmail.${name}`, payloadSchema, what));
