import { isObject, type JsonObject } from '../json.js';

/** The outcome of an action that the service permitted. */
export interface Confirmation {
  readonly kind: 'confirmation';
  readonly sessionId: string;
  readonly actionId: string;
  readonly body: JsonObject;
}

/** A call that ran although the service could not be asked. */
export interface Report {
  readonly kind: 'report';
  readonly sessionId: string;
  /** Stays the same on every delivery, so that the service records the report once. */
  readonly idempotencyKey: string;
  readonly body: JsonObject;
}

/** A message that the service has yet to receive. It holds no credential. */
export type OutboxEntry = Confirmation | Report;

const ID = /^[0-9a-zA-Z-]{1,64}$/;

/** Parses a stored entry, or returns null: only an outcome or a report is delivered under our key. */
export function parseEntry(text: string): OutboxEntry | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(value) || !isId(value.sessionId) || !isObject(value.body)) return null;
  const { kind, sessionId, actionId, idempotencyKey } = value;
  const body = value.body as JsonObject;
  if (kind === 'confirmation' && isId(actionId)) return { kind, sessionId, actionId, body };
  if (kind === 'report' && isId(idempotencyKey)) return { kind, sessionId, idempotencyKey, body };
  return null;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value);
}
