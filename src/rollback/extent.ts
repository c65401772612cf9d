/** The part of a session that a rollback undoes: all, one action, one and every later one, or those of one tool call. */
export type Extent =
  | { readonly of: 'session' }
  | { readonly of: 'action'; readonly actionId: string }
  | { readonly of: 'later-actions'; readonly fromActionId: string }
  | { readonly of: 'tool-call'; readonly toolCallId: string };

export const WHOLE: Extent = { of: 'session' };
