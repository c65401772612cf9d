import type { JsonObject } from '../json.js';

/** An operation whose capture needs no name of the customer's: it reads what is there, and the call itself is never made. */
export interface HarmlessCall {
  readonly apiName: string;
  readonly payload: JsonObject;
}

const NAME = 'backstop-doctor';

const HARMLESS: Readonly<Record<string, HarmlessCall>> = {
  postgres: { apiName: 'postgres.query', payload: { sql: 'SELECT 1' } },
  mysql: { apiName: 'mysql.query', payload: { sql: 'SELECT 1' } },
  redis: { apiName: 'redis.keys.set', payload: { key: NAME, value: '' } },
  stripe: { apiName: 'stripe.customers.create', payload: { name: NAME } },
  slack: { apiName: 'slack.conversations.create', payload: { name: NAME } },
  gmail: { apiName: 'gmail.labels.create', payload: { userId: 'me', requestBody: { name: NAME } } },
};

/** Returns a call of the first of these connectors that has a harmless one; null where none has. */
export function harmlessCall(connectors: readonly string[]): HarmlessCall | null {
  for (const connector of connectors) {
    const call = HARMLESS[connector];
    if (call) return call;
  }
  return null;
}
