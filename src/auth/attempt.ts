/**
 * What an attempt to decide came to: an answer, or why it has to be decided again. `stale`: the caller's epoch has
 * passed, so who they are is read anew first; `contested`: another request was first, and `found` is what the attempt
 * met instead of what it expected, where it knows.
 */
export type Attempt<T, Found = never> =
  | { readonly result: 'answered'; readonly answer: T }
  | { readonly result: 'stale' }
  | { readonly result: 'contested'; readonly found: Found | null };

export const answered = <T>(answer: T): Attempt<T> => ({ result: 'answered', answer });
export const contested = <Found>(found: Found): Attempt<never, Found> => ({ result: 'contested', found });
export const STALE = { result: 'stale' } as const;
export const CONTESTED = { result: 'contested', found: null } as const;
