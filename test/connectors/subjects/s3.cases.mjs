import { repeated } from '../../campaigns/hostile/support/makers.mjs';
import { hostileText } from '../../campaigns/hostile/support/texts.mjs';
import {
  BY_SCHEMA,
  equalBy,
  IN_ITS_FIELDS,
  NO_CHILDREN,
  NO_RENAME,
  NO_SCHEMA,
  NO_SETTINGS,
  NO_SUMS,
  NO_TRANSACTIONS,
  OVERTAKEN,
  OWN_ADDRESS,
  proved,
  SAME_ADDRESS,
} from './reasons.mjs';

const credentials = (secret, { url }) => ({
  ...{ accessKeyId: 'AKIA', secretAccessKey: secret, sessionToken: `${secret}-session`, region: 'eu-central-1' },
  baseUrl: url,
});

export default {
  credentials,
  call: ['s3.objects.delete', { Bucket: 'bucket', Key: 'key' }],
  plainText: (host) => [credentials('t', { url: `http://${host}`, database: host })],
  asking: 0,
  poisons: [['s3.objects.put', (random) => ({ Bucket: 'b', Key: hostileText(random), Body: repeated(random, 'x') })]],
  suite: 'test/connectors/scenarios/s3.spec.ts',
  lacks: { changeShown: 's3rver ignores If-Match' },
  more: {
    'not understood body': BY_SCHEMA,
    "agent's own settings": NO_SETTINGS,
    'copy of the place': proved(equalBy('s3'), 'a bucket of S3 that was deleted and recreated under its name'),
    'used by others': IN_ITS_FIELDS,
    'equal by accident': proved(equalBy('s3'), 'an object of S3 that another client put again with the same bytes'),
    'child in between': NO_CHILDREN,
    'set by a person': NO_SUMS,
    'rolled back by the agent': NO_TRANSACTIONS,
    renamed: NO_RENAME,
    'twice in one transaction': NO_TRANSACTIONS,
    'dependent calls': NO_TRANSACTIONS,
    'changed schema': NO_SCHEMA,
    'touched by others first': proved(equalBy('s3'), 'are not restored where S3 did not delete them'),
    duplicates: OWN_ADDRESS,
    'stale snapshot': OVERTAKEN,
    'slow provider': SAME_ADDRESS,
  },
};
