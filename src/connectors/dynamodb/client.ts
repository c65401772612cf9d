import type { DynamoDB, TableDescription } from '@aws-sdk/client-dynamodb';
import { awsSettings } from '../aws/settings.js';
import type { Reachable } from '../connector.js';
import { checked } from './checked.js';

/** A client that caches the descriptions of tables. */
export interface Dynamo {
  readonly client: DynamoDB;
  /** The attributes of its key. */
  keyOf(table: string): Promise<readonly string[]>;
  /** The id of the table; one that was deleted and made again has another. */
  idOf(table: string): Promise<string | null>;
}

export async function connect(context: Reachable) {
  const { DynamoDB } = await import('@aws-sdk/client-dynamodb');
  const { settings, close } = await awsSettings(context);
  const client = new DynamoDB({
    ...settings,
    requestHandler: checked(settings.requestHandler),
    endpointDiscoveryEnabled: false,
    accountIdEndpointMode: 'disabled',
  });
  const tables = new Map<string, Promise<TableDescription | undefined>>();
  const tableOf = (TableName: string) => {
    const known = tables.get(TableName) ?? client.describeTable({ TableName }).then(({ Table }) => Table);
    tables.set(TableName, known);
    return known;
  };
  const keyOf = async (table: string) =>
    ((await tableOf(table))?.KeySchema ?? []).map(({ AttributeName }) => String(AttributeName)).sort();
  const idOf = async (table: string) => {
    const { TableId, CreationDateTime } = (await tableOf(table)) ?? {};
    return TableId && CreationDateTime ? `table ${TableId} of ${CreationDateTime.toISOString()}` : null;
  };
  return { client: { client, keyOf, idOf }, close };
}
