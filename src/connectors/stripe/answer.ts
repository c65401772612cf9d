import type { Json, JsonObject } from '../connector.js';

/** Stripe's client takes any JSON for an answer, also that of a page with "not found". */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
}

/**
 * @param object Stripe's name of the kind: `customer`
 * @returns null when the object is deleted
 * @throws UnexpectedAnswerError
 */
export function answered(answer: unknown, object: string, id: string): JsonObject | null {
  const found = JSON.parse(JSON.stringify(answer ?? null)) as Json;
  if (typeof found !== 'object' || found === null || Array.isArray(found) || found.object !== object || found.id !== id)
    throw new UnexpectedAnswerError(`the answer is no ${object} ${id}: is the base URL that of Stripe?`);
  return found.deleted === true ? null : found;
}
