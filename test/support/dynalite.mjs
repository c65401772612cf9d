import { startDynamoDbLocal } from './dynamodb-local.mjs';
import { freePort } from './free-port.mjs';
import { startListening } from './listening.mjs';

const { DYNAMODB_LOCAL } = process.env;

/**
 * Starts a DynamoDB in memory, which takes any keys: dynalite on 127.0.0.1, or DynamoDB Local if `DYNAMODB_LOCAL` names
 * the directory of its jar.
 * @returns {Promise<import('./dynalite.mjs').StandIn>}
 */
export async function startDynamo() {
  if (DYNAMODB_LOCAL) return startDynamoDbLocal(DYNAMODB_LOCAL);
  const port = await freePort();
  const quick = ['--createTableMs', '0', '--deleteTableMs', '0', '--updateTableMs', '0'];
  const stop = await startListening('dynalite/cli.js', ['--host', '127.0.0.1', '--port', String(port), ...quick]);
  // It finds no two lists or maps equal.
  return { url: `http://127.0.0.1:${port}`, comparesLists: false, stop };
}
