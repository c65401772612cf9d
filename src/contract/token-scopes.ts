/** The purposes for which an operator makes a personal token. */
export const TOKEN_SCOPES = ['policies', 'read', 'decide'] as const;

export type TokenScope = (typeof TOKEN_SCOPES)[number];
