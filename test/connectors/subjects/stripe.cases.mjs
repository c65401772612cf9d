import { hostileText } from '../../campaigns/hostile/support/texts.mjs';
import {
  ALL_NAMED,
  ANOTHER_ACCOUNT,
  BY_SCHEMA,
  NAME_IS_A_FIELD,
  NEW_ID,
  NO_CHILDREN,
  NO_SCHEMA,
  NO_SETTINGS,
  NO_SUMS,
  NO_TRANSACTIONS,
  NOTHING_COMES_BACK,
  NOTHING_SHOWN,
  OVERTAKEN,
  proved,
  SAME_ADDRESS,
} from './reasons.mjs';

const credentials = (secret, { url }) => ({ secretKey: secret, baseUrl: url });

export default {
  credentials,
  call: ['stripe.customers.update', { id: 'cus_1', name: 'after' }],
  plainText: (host) => [credentials('t', { url: `http://${host}`, database: host })],
  asking: 6,
  poisons: [
    ['stripe.customers.update', (random) => ({ id: hostileText(random), metadata: { a: hostileText(random) } })],
  ],
  suite: 'test/connectors/scenarios/stripe.spec.ts',
  lacks: {
    ...NOTHING_SHOWN,
    remove: 'no call restores a deleted customer',
    removeMade: 'no call restores a deleted customer',
  },
  more: {
    'not understood body': BY_SCHEMA,
    "agent's own settings": NO_SETTINGS,
    'copy of the place': ANOTHER_ACCOUNT,
    'used by others': proved(
      'test/connectors/evidence/additions.spec.ts',
      'a product of Stripe with a price of another client',
    ),
    'equal by accident': NEW_ID,
    'child in between': NO_CHILDREN,
    'set by a person': NO_SUMS,
    'rolled back by the agent': NO_TRANSACTIONS,
    renamed: NAME_IS_A_FIELD,
    'twice in one transaction': NO_TRANSACTIONS,
    'dependent calls': NO_TRANSACTIONS,
    'changed schema': NO_SCHEMA,
    'touched by others first': ALL_NAMED,
    duplicates: NOTHING_COMES_BACK,
    'stale snapshot': OVERTAKEN,
    'slow provider': SAME_ADDRESS,
  },
};
