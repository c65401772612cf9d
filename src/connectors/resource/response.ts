import { isObject } from '../../platform/json.js';
import type { Json, JsonObject } from '../connector.js';
import { NotCapturable } from './resource.js';

/** The object, or an empty one for whatever else is there. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? (value as JsonObject) : {};
}

const OF_ERRORS = ['__type', 'error', 'errors', 'message', 'Message'];

/** True when this body of an answer with status 200 is no JSON object, or one that reports an error. */
export function isNoResource(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return true;
  return OF_ERRORS.some((member) => member in body);
}

/**
 * True when the answer to a call that writes tells of an error, although its status says success: gateways answer so, and it
 * does not show what became of the call.
 */
export function reportsError(answer: unknown): boolean {
  const { __type: type, error, errors, message, documentation_url: page } = objectOf(answer);
  const namesError = (typeof error === 'object' && error !== null) || (typeof error === 'string' && error !== '');
  const listsErrors = Array.isArray(errors) && errors.length > 0;
  return (
    namesError || listsErrors || typeof type === 'string' || (typeof message === 'string' && typeof page === 'string')
  );
}

/**
 * Reads an id from an agent's report.
 * @throws NotCapturable when it is none
 */
export function idIn(reported: Json | undefined, member: string): string | number {
  const id = objectOf(reported)[member];
  if ((typeof id === 'string' && id !== '') || (typeof id === 'number' && Number.isSafeInteger(id))) return id;
  throw new NotCapturable(`the response names no ${member}`);
}
