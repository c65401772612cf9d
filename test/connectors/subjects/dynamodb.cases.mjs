import { nested, repeated } from '../../campaigns/hostile/support/makers.mjs';
import { hostileText } from '../../campaigns/hostile/support/texts.mjs';
import {
  BY_SCHEMA,
  IN_ITS_FIELDS,
  NO_AUTHOR,
  NO_CHILDREN,
  NO_RENAME,
  NO_SCHEMA,
  NO_SETTINGS,
  na,
  OVERTAKEN,
  OWN_ADDRESS,
  proved,
  SAME_ADDRESS,
} from './reasons.mjs';

const UPDATES = ['list_append(', '(', 'if_not_exists(', '#a.', '[0]', ', a = ', ':v + ', 'REMOVE a '];

const credentials = (secret, { url }) => ({
  ...{ accessKeyId: 'AKIA', secretAccessKey: secret, sessionToken: `${secret}-session`, region: 'eu-central-1' },
  baseUrl: url,
});

export default {
  credentials,
  call: ['dynamodb.items.put', { TableName: 'table', Item: { id: { S: '1' } } }],
  plainText: (host) => [credentials('t', { url: `http://${host}`, database: host })],
  asking: 0,
  poisons: [
    [
      'dynamodb.items.update',
      (random) => ({
        TableName: 't',
        Key: { id: { S: '1' } },
        UpdateExpression: `SET a = ${repeated(random, random.pick(UPDATES))}`,
        ExpressionAttributeValues: { ':v': nested(random, 12, 'M') },
      }),
    ],
    ['dynamodb.items.put', (random) => ({ TableName: 't', Item: { id: { S: '1' }, a: nested(random, 12, 'L') } })],
    ['dynamodb.items.put', (random) => ({ TableName: hostileText(random), Item: { id: { N: hostileText(random) } } })],
  ],
  suite: 'test/connectors/scenarios/dynamodb.spec.ts',
  more: {
    'not understood body': BY_SCHEMA,
    "agent's own settings": NO_SETTINGS,
    'copy of the place': proved(
      'test/connectors/dynamodb.spec.ts',
      'a table of DynamoDB that was deleted and recreated under its name',
    ),
    'used by others': IN_ITS_FIELDS,
    'equal by accident': NO_AUTHOR,
    'child in between': NO_CHILDREN,
    'set by a person': proved(
      'test/connectors/scenarios/dynamodb-items.spec.ts',
      'is a conflict once another client has added after the call',
    ),
    'rolled back by the agent': na('a transaction of DynamoDB is one call'),
    renamed: NO_RENAME,
    'twice in one transaction': na(
      'DynamoDB refuses a batch that names one item twice, and nothing undoes its transactions',
      ['test/connectors/scenarios/dynamodb-items.spec.ts', 'is refused by DynamoDB where it names one item twice'],
    ),
    'dependent calls': na('a transaction of DynamoDB is one call'),
    'changed schema': NO_SCHEMA,
    'touched by others first': proved(
      'test/connectors/scenarios/dynamodb-items.spec.ts',
      'leaves the item that DynamoDB did not process, also where another client wrote it',
    ),
    duplicates: OWN_ADDRESS,
    'stale snapshot': OVERTAKEN,
    'slow provider': SAME_ADDRESS,
  },
};
