import { hostileText, hostileValue } from '../../campaigns/hostile/support/texts.mjs';
import {
  ALL_NAMED,
  ANOTHER_ACCOUNT,
  BY_SCHEMA,
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

const credentials = (secret, { url }) => ({ accessToken: secret, baseUrl: url });

export default {
  credentials,
  call: ['gcal.events.delete', { calendarId: 'primary', eventId: 'one' }],
  plainText: (host) => [credentials('t', { url: `http://${host}`, database: host })],
  asking: 3,
  poisons: [
    [
      'gcal.events.update',
      (random) => ({ calendarId: 'a', eventId: hostileText(random), requestBody: hostileValue(random) }),
    ],
  ],
  suite: 'test/connectors/scenarios/gcal.spec.ts',
  lacks: NOTHING_SHOWN,
  more: {
    'not understood body': BY_SCHEMA,
    "agent's own settings": NO_SETTINGS,
    'copy of the place': ANOTHER_ACCOUNT,
    'used by others': proved(
      'test/connectors/gcal.spec.ts',
      'stays where a person has moved one of its dates: a CONFLICT',
    ),
    'equal by accident': proved(
      'test/connectors/gcal.spec.ts',
      'stays deleted where a person brought it back and deleted it again',
    ),
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
