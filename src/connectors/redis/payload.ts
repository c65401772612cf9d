import { Ajv, type ValidateFunction } from 'ajv';
import type { JsonObject } from '../connector.js';
import type { RedisOperation } from './operations.js';

const ajv = new Ajv({ strict: false });
const compiled = new WeakMap<RedisOperation, ValidateFunction>();

/** What is wrong with a payload, in words; null: its schema takes it. A member of unknown meaning is one that nothing restores. */
export function problemOf(operation: RedisOperation, payload: JsonObject): string | null {
  const takes = compiled.get(operation) ?? ajv.compile(operation.payloadSchema);
  compiled.set(operation, takes);
  if (takes(payload)) return null;
  const { instancePath = '', message = '', params = {} } = takes.errors?.[0] ?? {};
  return [instancePath, message, params.additionalProperty ?? ''].join(' ').trim();
}
