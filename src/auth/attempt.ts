/**
 * The result of an attempt to decide: an answer, or the reason to decide again. `stale`: the caller's epoch has passed,
 * so the caller's identity is read anew first. `contested`: another request was first, and `found` is the state that
 * the attempt met instead of the expected one, when it knows that state.
 */
export type Attempt<T, Found = never> =
  | { readonly result: 'answered'; readonly answer: T }
  | { readonly result: 'stale' }
  | { readonly result: 'contested'; readonly found: Found | null };

export const answered = <T>(answer: T): Attempt<T> => ({ result: 'answered', answer });
export const contested = <Found>(found: Found): Attempt<never, Found> => ({ result: 'contested', found });
export const STALE = { result: 'stale' } as const;
export const CONTESTED = { result: 'contested', found: null } as const;
