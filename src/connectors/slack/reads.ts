import { objectSchema, reading } from '../resource/define.js';

const text = { type: 'string' };
const id = { type: 'string', minLength: 1 };
const flag = { type: 'boolean' };
const page = { limit: { type: 'integer', minimum: 1, maximum: 1000 }, cursor: text };
const period = { oldest: text, latest: text, inclusive: flag, include_all_metadata: flag };
const PAGED = 'Page by page, by `response_metadata.next_cursor`.';

/** The reads of channels, messages and users. */
export const reads = [
  reading(
    'slack.conversations.list',
    objectSchema([], { ...page, types: text, exclude_archived: flag, team_id: text }),
    PAGED,
  ),
  reading('slack.conversations.info', objectSchema(['channel'], { channel: id, include_num_members: flag })),
  reading('slack.conversations.history', objectSchema(['channel'], { channel: id, ...page, ...period }), PAGED),
  reading(
    'slack.conversations.replies',
    objectSchema(['channel', 'ts'], { channel: id, ts: id, ...page, ...period }),
    PAGED,
  ),
  reading('slack.conversations.members', objectSchema(['channel'], { channel: id, ...page }), PAGED),
  reading('slack.chat.getPermalink', objectSchema(['channel', 'message_ts'], { channel: id, message_ts: id })),
  reading('slack.reactions.get', objectSchema([], { channel: id, timestamp: id, file: text, full: flag })),
  reading('slack.pins.list', objectSchema(['channel'], { channel: id })),
  reading('slack.bookmarks.list', objectSchema(['channel_id'], { channel_id: id })),
  reading('slack.users.list', objectSchema([], { ...page, team_id: text }), PAGED),
  reading('slack.users.info', objectSchema(['user'], { user: id })),
  reading('slack.users.lookupByEmail', objectSchema(['email'], { email: id })),
  reading(
    'slack.search.messages',
    objectSchema(['query'], {
      ...{ query: id, count: { type: 'integer', minimum: 1, maximum: 100 }, page: { type: 'integer', minimum: 1 } },
      ...{ sort: { enum: ['score', 'timestamp'] }, sort_dir: { enum: ['asc', 'desc'] } },
    }),
    'With a token of a user alone: Slack refuses it to bots.',
  ),
];
