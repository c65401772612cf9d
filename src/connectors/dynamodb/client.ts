import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { DynamoDB, TableDescription } from '@aws-sdk/client-dynamodb';
import type { awsRequestHandler } from '../aws/request-handler.js';
import { awsSettings } from '../aws/settings.js';
import type { Reachable } from '../connector.js';
import { isNoResource } from '../resource/response.js';

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

type Handler = Omit<Awaited<ReturnType<typeof awsRequestHandler>>, 'close'>;

/**
 * The same transport, for answers of DynamoDB alone. Its client takes any object for an answer, and one without an item
 * for a missing item: a proxy in front of DynamoDB may answer 200 with an error.
 */
function checked({ handle, ...others }: Handler): Handler {
  return {
    ...others,
    handle: async (request) => {
      const { response } = await handle(request);
      if (response.statusCode !== 200) return { response };
      const bytes = await buffer(response.body);
      if (!isAnswer(bytes.toString())) throw new Error('the answer is not one of DynamoDB');
      return { response: { ...response, body: Readable.from([bytes]) as typeof response.body } };
    },
  };
}

/** An answer of DynamoDB never has a member with an error beside the requested data. */
function isAnswer(text: string): boolean {
  try {
    return !isNoResource(JSON.parse(text));
  } catch {
    return false;
  }
}
