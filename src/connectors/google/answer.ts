import { isNoState } from '../resource/response.js';

/** The answer did not come from Google. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
}

/** @throws UnexpectedAnswerError */
export function answered<T extends { readonly id?: string | null }>(data: T, id: string): T {
  if (data?.id !== id) throw new UnexpectedAnswerError(`the answer is not ${id}: is the base URL that of Google?`);
  return data;
}

/** The same of a list; an empty one may have no member at all, but none that tells of an error. */
export function listed<T extends object>(data: T): T {
  if (isNoState(data)) throw new UnexpectedAnswerError('the answer is no list: is the base URL that of Google?');
  return data;
}

/** Google says "too fast" with a 403 too. */
export function meaningOf(error: unknown): 'refused' | 'unavailable' | null {
  if (error instanceof UnexpectedAnswerError) return 'refused';
  const reasons = JSON.stringify((error as { response?: { data?: { error?: unknown } } })?.response?.data?.error ?? '');
  return /"(userRateLimitExceeded|rateLimitExceeded|quotaExceeded)"/.test(reasons) ? 'unavailable' : null;
}
