import { nested } from '../../campaigns/hostile/support/makers.mjs';
import { hostileText } from '../../campaigns/hostile/support/texts.mjs';
import {
  ALL_NAMED,
  BY_ADDRESS,
  BY_SCHEMA,
  IN_ITS_FIELDS,
  MADE_AGAIN,
  NEW_ID,
  NO_CHILDREN,
  NO_RENAME,
  NO_SCHEMA,
  NO_SETTINGS,
  NO_SUMS,
  NO_TRANSACTIONS,
  NOTHING_SHOWN,
  OVERTAKEN,
  proved,
  SLOW,
} from './reasons.mjs';

const at = { baseId: 'app00000000000001', tableId: 'tbl00000000000001' };
const credentials = (secret, { url }) => ({ token: secret, baseUrl: url });

export default {
  credentials,
  call: ['airtable.records.delete', { ...at, recordId: 'rec00000000000001' }],
  plainText: (host) => [credentials('t', { url: `http://${host}`, database: host })],
  asking: 0,
  poisons: [
    [
      'airtable.records.update',
      (random) => ({ ...at, recordId: hostileText(random), fields: { [hostileText(random)]: 1 } }),
    ],
    ['airtable.records.create', (random) => ({ ...at, fields: { a: nested(random, 20) } })],
  ],
  suite: 'test/connectors/scenarios/others.spec.ts',
  lacks: NOTHING_SHOWN,
  more: {
    'not understood body': BY_SCHEMA,
    "agent's own settings": NO_SETTINGS,
    'copy of the place': BY_ADDRESS,
    'used by others': IN_ITS_FIELDS,
    'equal by accident': NEW_ID,
    'child in between': NO_CHILDREN,
    'set by a person': NO_SUMS,
    'rolled back by the agent': NO_TRANSACTIONS,
    renamed: NO_RENAME,
    'twice in one transaction': NO_TRANSACTIONS,
    'dependent calls': NO_TRANSACTIONS,
    'changed schema': NO_SCHEMA,
    'touched by others first': ALL_NAMED,
    duplicates: proved(MADE_AGAIN, 'that are duplicates are both restored'),
    'stale snapshot': OVERTAKEN,
    'slow provider': proved(SLOW, 'after the time-out is found, and not made twice'),
  },
};
