import { isNoResource } from '../resource/response.js';

/** The answer did not come from Google. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
}

/** @throws UnexpectedAnswerError */
export function answered<T extends { readonly id?: string | null }>(data: T, id: string): T {
  if (data?.id !== id) throw new UnexpectedAnswerError(`the answer is not ${id}: is the base URL that of Google?`);
  return data;
}

/** Checks a list in the same way; an empty one may have no member at all, but never one with an error. */
export function listed<T extends object>(data: T): T {
  if (isNoResource(data)) throw new UnexpectedAnswerError('the answer is no list: is the base URL that of Google?');
  return data;
}

/** Google answers 403 also for too many requests. */
export function meaningOf(error: unknown): 'refused' | 'unavailable' | null {
  if (error instanceof UnexpectedAnswerError) return 'refused';
  const reasons = JSON.stringify((error as { response?: { data?: { error?: unknown } } })?.response?.data?.error ?? '');
  return /"(userRateLimitExceeded|rateLimitExceeded|quotaExceeded)"/.test(reasons) ? 'unavailable' : null;
}
