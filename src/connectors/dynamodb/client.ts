import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import { awsSettings } from '../aws/settings.js';
import type { ConnectorContext } from '../connector.js';
import { checked } from './checked.js';

/** A client that remembers which attributes are the key of a table. */
export interface Dynamo {
  readonly client: DynamoDB;
  keyOf(table: string): Promise<readonly string[]>;
}

export async function connect(context: ConnectorContext) {
  const { DynamoDB } = await import('@aws-sdk/client-dynamodb');
  const { settings, close } = await awsSettings('dynamodb', context);
  const client = new DynamoDB({
    ...settings,
    requestHandler: checked(settings.requestHandler),
    endpointDiscoveryEnabled: false,
    accountIdEndpointMode: 'disabled',
  });
  const keys = new Map<string, Promise<readonly string[]>>();
  const keyOf = (table: string) => {
    const known = keys.get(table) ?? describe(client, table);
    keys.set(table, known);
    return known;
  };
  return { client: { client, keyOf }, close };
}

async function describe(client: DynamoDB, TableName: string): Promise<readonly string[]> {
  const { Table } = await client.describeTable({ TableName });
  return (Table?.KeySchema ?? []).map(({ AttributeName }) => String(AttributeName)).sort();
}
