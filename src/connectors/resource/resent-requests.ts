import type { Json } from '../connector.js';

/** A client that sent a call more than once reports how often, and what the provider answered to the last try. */
export interface ResentRequests {
  readonly sent: number;
  readonly answer: Json;
}

/** Answers null when the report names no second try, or no answer. */
export function resentRequestsIn(response: Json | undefined): ResentRequests | null {
  if (typeof response !== 'object' || response === null || Array.isArray(response)) return null;
  const { sent, answer, error } = response;
  const isRepeat = typeof sent === 'number' && Number.isInteger(sent) && sent > 1 && error !== undefined;
  return isRepeat && answer !== undefined && answer !== null ? { sent, answer } : null;
}
