import { hostileText, hostileValue } from '../../campaigns/hostile/support/texts.mjs';
import {
  ALL_NAMED,
  ANOTHER_ACCOUNT,
  BY_SCHEMA,
  equalBy,
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

const credentials = (secret, { url }) => ({ token: secret, baseUrl: url });

export default {
  credentials,
  call: ['github.issues.update', { owner: 'a', repo: 'b', issue_number: 1, title: 'c' }],
  plainText: (host) => [credentials('t', { url: `http://${host}`, database: host })],
  asking: 21,
  poisons: [
    [
      'github.issues.update',
      (random) => ({ owner: hostileText(random), repo: 'r', issue_number: hostileValue(random) }),
    ],
  ],
  suite: 'test/connectors/scenarios/github.spec.ts',
  lacks: NOTHING_SHOWN,
  more: {
    'not understood body': BY_SCHEMA,
    "agent's own settings": NO_SETTINGS,
    'copy of the place': ANOTHER_ACCOUNT,
    'used by others': proved(
      'test/connectors/evidence/additions.spec.ts',
      'an issue of GitHub that another client has commented on',
    ),
    'equal by accident': proved(equalBy('github'), 'is left where a person took the commit back and made it again'),
    'child in between': proved(
      equalBy('github'),
      'that was deleted is a CONFLICT where an issue got it between the capture and the call',
    ),
    'set by a person': NO_SUMS,
    'rolled back by the agent': NO_TRANSACTIONS,
    renamed: proved(RENAMED, 'that were changed, and renamed since, are a CONFLICT'),
    'twice in one transaction': NO_TRANSACTIONS,
    'dependent calls': NO_TRANSACTIONS,
    'changed schema': NO_SCHEMA,
    'touched by others first': ALL_NAMED,
    duplicates: proved(MADE_AGAIN, 'that are duplicates are both restored'),
    'stale snapshot': OVERTAKEN,
    'slow provider': proved(SLOW, 'after the time-out is found, and not made twice'),
  },
};
