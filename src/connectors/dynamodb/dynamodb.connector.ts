import { meaningOf } from '../aws/meaning.js';
import { awsCredentialFields, awsPlaceOf } from '../aws/settings.js';
import { resourceConnector } from '../resource/resource-connector.js';
import { connect, type Dynamo } from './client.js';
import { facts } from './facts.js';
import { operations } from './operations.js';
import { summaries } from './summaries.js';

/** Items of DynamoDB. */
export const dynamodb = resourceConnector<Dynamo>({
  id: 'dynamodb',
  facts,
  title: 'Amazon DynamoDB',
  verified: true,
  apiVersion: '2012-08-10',
  credentialFields: awsCredentialFields,
  summaries,
  operations,
  isPathFree: true,
  connect,
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
