/**
 * The result of an attempt to decide: an answer, or the reason to decide again. `stale`: the caller's epoch has passed,
 * so the caller's identity is read anew first. `conflict`: another request was first, and `found` is the state that
 * the attempt met instead of the expected one, when it knows that state.
 */
export type Retry<T, Found = never> =
  | { readonly result: 'answered'; readonly answer: T }
  | { readonly result: 'stale' }
  | { readonly result: 'conflict'; readonly found: Found | null };

export const answered = <T>(answer: T): Retry<T> => ({ result: 'answered', answer });
export const conflict = <Found>(found: Found): Retry<never, Found> => ({ result: 'conflict', found });
export const STALE = { result: 'stale' } as const;
export const CONFLICT = { result: 'conflict', found: null } as const;
