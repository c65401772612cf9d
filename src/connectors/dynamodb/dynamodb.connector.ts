import { meaningOf } from '../aws/meaning.js';
import { overAws } from '../aws/over-aws.js';
import { awsCredentialFields, awsPlaceOf } from '../aws/settings.js';
import { resourceConnector } from '../resource/resource-connector.js';
import { connect, type Dynamo } from './client.js';
import { facts, operations, summaries } from './operations.js';
import { performing } from './perform.js';
import { reads } from './reads.js';

/** Items of DynamoDB. */
export const dynamodb = resourceConnector<Dynamo>({
  id: 'dynamodb',
  facts,
  title: 'Amazon DynamoDB',
  verified: true,
  apiVersion: '2012-08-10',
  credentialFields: [
    ...awsCredentialFields,
    {
      name: 'counters',
      required: false,
      isPublic: true,
      description:
        'Attributes that only ever add up, as table.attribute with * for any characters, separated by commas. A rollback ' +
        'by an operator subtracts what a call added from what is there, also where another client changed it since.',
    },
  ],
  summaries,
  operations: [...operations, ...reads],
  isPathFree: true,
  transport: overAws('dynamodb'),
  connect,
  performing,
  identity: {
    scopeOf: ({ table }) => (table ? { table } : null),
    read: ({ idOf }, { table }) => idOf(String(table)),
  },
  probe,
  placeOf: awsPlaceOf,
  meaningOf,
});

/** A credential for a few tables only may not list them; DynamoDB answers that only after it accepted the signature. */
async function probe({ client }: Dynamo): Promise<void> {
  try {
    await client.listTables({ Limit: 1 });
  } catch (error) {
    if ((error as Error).name !== 'AccessDeniedException') throw error;
  }
}
