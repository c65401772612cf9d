import { repeated } from '../../campaigns/hostile/support/makers.mjs';
import { hostileText } from '../../campaigns/hostile/support/texts.mjs';
import { BY_SCHEMA, IN_ITS_FIELDS, NO_CHILDREN, NO_SCHEMA, na, OVERTAKEN, OWN_ADDRESS, proved } from './reasons.mjs';

const credentials = (secret, { database }) => ({ url: `redis://user:${secret}@${database}` });

export default {
  credentials,
  call: ['redis.keys.del', { key: 'one' }],
  plainText: (host) => [{ url: `redis://u:p@${host}/0` }, { url: `redis://u:p@[::ffff:${host}]/0` }],
  asking: 0,
  poisons: [['redis.keys.set', (random) => ({ key: hostileText(random), value: repeated(random, '\u00ff', 100_000) })]],
  suite: 'test/connectors/needs-redis/redis-scenarios.spec.ts',
  lacks: { changeShown: 'HSET answers no value; SET with GET has a test of its own' },
  more: {
    'not understood body': BY_SCHEMA,
    "agent's own settings": na('the payload names the database that the client has chosen'),
    'copy of the place': proved(
      'test/connectors/needs-redis/redis-equal.spec.ts',
      'is UNKNOWN although it holds what the call left in the former one',
    ),
    'used by others': IN_ITS_FIELDS,
    'equal by accident': proved(
      'test/connectors/needs-redis/redis-equal.spec.ts',
      'is UNKNOWN at the %s end, where another client may have taken it and pushed the same one',
    ),
    'child in between': NO_CHILDREN,
    'set by a person': proved(
      'test/connectors/needs-redis/redis-conflicts.spec.ts',
      'a counter that expired and that another client set to the same number is a conflict',
    ),
    'rolled back by the agent': proved(
      'sdk/test/needs-redis/redis-transactions.spec.ts',
      'that was lost with its connection did not happen, and holds up no call after it',
    ),
    renamed: proved(
      'test/campaigns/dialects/needs-redis/redis-renamed.spec.ts',
      'by calls of the agent, and is deleted then, is as before after its undo',
    ),
    'twice in one transaction': proved(
      'sdk/test/needs-redis/redis-client.spec.ts',
      'undoes commands of every type, one after the other on the same keys',
    ),
    'dependent calls': na('Redis has no constraints between keys'),
    'changed schema': NO_SCHEMA,
    'touched by others first': proved(
      'test/connectors/needs-redis/redis-conflicts.spec.ts',
      'is a conflict when the answer shows that another client was faster',
    ),
    duplicates: OWN_ADDRESS,
    'stale snapshot': OVERTAKEN,
    'slow provider': proved(
      'test/connectors/needs-redis/redis-evidence.spec.ts',
      'does not undo an increment twice when the answer of the first undo was lost',
    ),
  },
};
