import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../api/client';
import { pagedOf } from '../../api/paged';
import type { Schemas } from '../../api/wire';

export type OwnSession = Schemas['OwnSession'];

export const OWN_SESSIONS = ['own-sessions'];

export const ownSessionsQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: [...OWN_SESSIONS, cursor],
    queryFn: ({ signal }) => pagedOf(client.GET('/me/sessions', { params: { query: { cursor } }, signal })),
  });

/** Signs one of the operator's browsers out, everywhere within a second. */
export const endOwnSession = (id: string) => dataOf(client.DELETE('/me/sessions/{id}', { params: { path: { id } } }));

export type PersonalToken = Schemas['PersonalToken'];
export type Scope = PersonalToken['scopes'][number];

export const PERSONAL_TOKENS = ['personal-tokens'];

/** Tokens without their secrets. @param cursor of an older page */
export const personalTokensQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: [...PERSONAL_TOKENS, cursor],
    queryFn: ({ signal }) => pagedOf(client.GET('/me/tokens', { params: { query: { cursor } }, signal })),
  });

/** The answer holds the token, this once. */
export const createToken = (body: Schemas['CreatePersonalTokenBody']) => dataOf(client.POST('/me/tokens', { body }));

/** Revokes a token; every process refuses it within a second. */
export const revokeToken = (id: string) => dataOf(client.DELETE('/me/tokens/{id}', { params: { path: { id } } }));
