/** What a personal token of an operator may be made for. */
export const TOKEN_SCOPES = ['policies', 'read', 'decide'] as const;

export type TokenScope = (typeof TOKEN_SCOPES)[number];
