import { mailed, repeated } from '../../campaigns/hostile/support/makers.mjs';
import {
  ALL_NAMED,
  ANOTHER_ACCOUNT,
  BY_SCHEMA,
  MADE_AGAIN,
  NO_SCHEMA,
  NO_SETTINGS,
  NO_SUMS,
  NO_TRANSACTIONS,
  NOTHING_SHOWN,
  OVERTAKEN,
  proved,
  RENAMED,
  SLOW,
} from './reasons.mjs';

const LINES = [
  ...['\n', '\r\n', '\n \t', 'a: b\n', '=?utf-8?q?'],
  ...['Content-Type: multipart/mixed; boundary=', '--x\n', ';a*0="'],
];
const draft = (text) => ({ userId: 'me', requestBody: { message: { raw: mailed(text) } } });

const credentials = (secret, { url }) => ({ accessToken: secret, baseUrl: url });

export default {
  credentials,
  call: ['gmail.labels.delete', { userId: 'me', id: 'one' }],
  plainText: (host) => [credentials('t', { url: `http://${host}`, database: host })],
  asking: 8,
  poisons: [
    ['gmail.drafts.create', (random) => draft(`subject: a\n\nx${repeated(random, random.pick(LINES), 180_000)}x`)],
    ['gmail.drafts.update', (random) => draft(repeated(random, random.pick(LINES), 180_000))],
  ],
  suite: 'test/connectors/scenarios/gmail.spec.ts',
  lacks: NOTHING_SHOWN,
  more: {
    'not understood body': BY_SCHEMA,
    "agent's own settings": NO_SETTINGS,
    'copy of the place': ANOTHER_ACCOUNT,
    'used by others': proved(
      'test/connectors/evidence/additions.spec.ts',
      'a label of Gmail that is on other mails by now',
    ),
    'equal by accident': proved(
      'test/connectors/gmail.spec.ts',
      'keeps it where a person took it off and put it on again',
    ),
    'child in between': proved(
      'test/connectors/gmail.spec.ts',
      'that were deleted are a CONFLICT where a message got them between the capture and the call',
    ),
    'set by a person': NO_SUMS,
    'rolled back by the agent': NO_TRANSACTIONS,
    renamed: proved(RENAMED, 'that were created are never mistaken for others that have taken their name since'),
    'twice in one transaction': NO_TRANSACTIONS,
    'dependent calls': NO_TRANSACTIONS,
    'changed schema': NO_SCHEMA,
    'touched by others first': ALL_NAMED,
    duplicates: proved(MADE_AGAIN, 'that are duplicates are both restored'),
    'stale snapshot': OVERTAKEN,
    'slow provider': proved(SLOW, 'later than an undo waits is UNKNOWN until it is there, and not made twice'),
  },
};
