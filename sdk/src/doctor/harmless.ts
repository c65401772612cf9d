import type { JsonObject } from '../json.js';

/** An operation whose capture needs no name of the customer's: it reads what is there, and the call itself is never made. */
export interface HarmlessCall {
  readonly apiName: string;
  readonly payload: JsonObject;
}

/** Captures that reach the provider, also where nothing of the customer's is there. */
const HARMLESS: Readonly<Record<string, HarmlessCall>> = {
  postgres: { apiName: 'postgres.query', payload: { sql: 'SELECT relname FROM pg_catalog.pg_class' } },
  redis: { apiName: 'redis.keys.set', payload: { key: 'backstop-doctor', value: '' } },
};

/** Returns a call of the first of these connectors that has a harmless one; null where none has. */
export function harmlessCall(connectors: readonly string[]): HarmlessCall | null {
  for (const connector of connectors) {
    const call = HARMLESS[connector];
    if (call) return call;
  }
  return null;
}
