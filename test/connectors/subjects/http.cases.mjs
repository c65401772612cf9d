import { nested } from '../../campaigns/hostile/support/makers.mjs';
import { hostileText, hostileValue } from '../../campaigns/hostile/support/texts.mjs';
import {
  ALL_NAMED,
  IN_ITS_FIELDS,
  NO_AUTHOR,
  NO_CHILDREN,
  NO_RENAME,
  NO_SCHEMA,
  NO_SETTINGS,
  NO_TRANSACTIONS,
  NOTHING_SHOWN,
  na,
  OVERTAKEN,
  proved,
} from './reasons.mjs';

const THING = '/things/{id}';
const MADE = { created: 'id', capture: { path: '/things/{created}' } };
const DECLARED = [
  { method: 'PUT', path: THING, capture: { path: THING }, undo: { method: 'PUT', path: THING, body: '{{*}}' } },
  { method: 'POST', path: '/things', ...MADE, undo: { method: 'DELETE', path: '/things/{created}' } },
];

const credentials = (secret, { url }) => ({
  authorization: `Bearer ${secret}`,
  operations: JSON.stringify(DECLARED),
  baseUrl: url,
});

export default {
  credentials,
  call: ['http.requests.put', { path: '/things/1', body: { a: 1 } }],
  plainText: (host) => [credentials('t', { url: `http://${host}`, database: host })],
  asking: 0,
  poisons: [
    ['http.requests.post', (random) => ({ path: '/things', body: { a: nested(random, 20) } })],
    ['http.requests.post', (random) => ({ path: `/things/${hostileText(random)}`, body: hostileValue(random) })],
  ],
  suite: 'test/connectors/scenarios/http.spec.ts',
  lacks: NOTHING_SHOWN,
  more: {
    'not understood body': proved(
      'test/connectors/scenarios/not-understood.spec.ts',
      'whose body is %s is not captured, and needs no undo that would say REVERTED',
    ),
    "agent's own settings": NO_SETTINGS,
    'copy of the place': proved(
      'test/connectors/scenarios/not-understood.spec.ts',
      'is not undone in another account at the same address, where the credential says how to tell accounts apart',
    ),
    'used by others': IN_ITS_FIELDS,
    'equal by accident': NO_AUTHOR,
    'child in between': NO_CHILDREN,
    'set by a person': na('a declaration says which fields a body sets, and no sums'),
    'rolled back by the agent': NO_TRANSACTIONS,
    renamed: NO_RENAME,
    'twice in one transaction': NO_TRANSACTIONS,
    'dependent calls': NO_TRANSACTIONS,
    'changed schema': NO_SCHEMA,
    'touched by others first': ALL_NAMED,
    duplicates: na('nothing looks for what it made again: it is known by its answer alone'),
    'stale snapshot': OVERTAKEN,
    'slow provider': proved(
      'test/connectors/scenarios/json-server.spec.ts',
      'reports UNKNOWN for a resource that a slow server may have recreated',
    ),
  },
};
