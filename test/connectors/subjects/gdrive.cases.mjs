import { hostileText, hostileValue } from '../../campaigns/hostile/support/texts.mjs';
import {
  ALL_NAMED,
  ANOTHER_ACCOUNT,
  BY_SCHEMA,
  equalBy,
  NAME_IS_A_FIELD,
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

const credentials = (secret, { url }) => ({
  ...{ clientId: 'id', clientSecret: `${secret}-client`, refreshToken: secret, tokenUrl: `${url}/token` },
  baseUrl: url,
});

export default {
  credentials,
  call: ['gdrive.files.delete', { fileId: 'one' }],
  plainText: (host) => [credentials('t', { url: `http://${host}`, database: host })],
  asking: 1,
  poisons: [['gdrive.files.update', (random) => ({ fileId: hostileText(random), requestBody: hostileValue(random) })]],
  suite: 'test/connectors/scenarios/others.spec.ts',
  lacks: {
    ...NOTHING_SHOWN,
    remove: 'no call restores a deleted file',
    removeMade: 'no call restores a deleted file',
  },
  more: {
    'not understood body': BY_SCHEMA,
    "agent's own settings": NO_SETTINGS,
    'copy of the place': ANOTHER_ACCOUNT,
    'used by others': proved(
      'test/connectors/evidence/additions.spec.ts',
      'a folder of Google Drive in which another client has put a file',
    ),
    'equal by accident': proved(equalBy('gdrive'), 'is left where a person wrote it again some seconds later'),
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
