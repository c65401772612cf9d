/**
 * What an attempt to decide came to: an answer, or why it has to be decided again. `stale`: the caller's epoch has
 * passed, so who they are is read anew first; `contested`: another request was first.
 */
export type Attempt<T> =
  | { readonly result: 'answered'; readonly answer: T }
  | { readonly result: 'stale' }
  | { readonly result: 'contested' };

export const answered = <T>(answer: T): Attempt<T> => ({ result: 'answered', answer });
export const STALE = { result: 'stale' } as const;
export const CONTESTED = { result: 'contested' } as const;
