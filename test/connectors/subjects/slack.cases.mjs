import { hostileText } from '../../campaigns/hostile/support/texts.mjs';
import {
  ALL_NAMED,
  ANOTHER_ACCOUNT,
  BY_SCHEMA,
  equalBy,
  MADE_AGAIN,
  NAME_IS_A_FIELD,
  NO_CHILDREN,
  NO_SCHEMA,
  NO_SETTINGS,
  NO_SUMS,
  NO_TRANSACTIONS,
  NOTHING_SHOWN,
  OVERTAKEN,
  proved,
  SLOW,
} from './reasons.mjs';

const credentials = (secret, { url }) => ({ token: secret, baseUrl: url });

export default {
  credentials,
  call: ['slack.conversations.setTopic', { channel: 'C0000001', topic: 'after' }],
  plainText: (host) => [credentials('t', { url: `http://${host}`, database: host })],
  asking: 0,
  poisons: [
    ['slack.chat.update', (random) => ({ channel: hostileText(random), ts: '1.000001', text: hostileText(random) })],
  ],
  suite: 'test/connectors/scenarios/slack.spec.ts',
  lacks: NOTHING_SHOWN,
  more: {
    'not understood body': BY_SCHEMA,
    "agent's own settings": NO_SETTINGS,
    'copy of the place': ANOTHER_ACCOUNT,
    'used by others': proved(
      'test/connectors/evidence/additions.spec.ts',
      'a channel of Slack in which a person has written',
    ),
    'equal by accident': proved(equalBy('slack'), 'stays pinned where a person took it off and pinned it again'),
    'child in between': NO_CHILDREN,
    'set by a person': NO_SUMS,
    'rolled back by the agent': NO_TRANSACTIONS,
    renamed: NAME_IS_A_FIELD,
    'twice in one transaction': NO_TRANSACTIONS,
    'dependent calls': NO_TRANSACTIONS,
    'changed schema': NO_SCHEMA,
    'touched by others first': ALL_NAMED,
    duplicates: proved(MADE_AGAIN, 'that are duplicates are both restored'),
    'stale snapshot': OVERTAKEN,
    'slow provider': proved(SLOW, 'after the time-out is found, and not made twice'),
  },
};
