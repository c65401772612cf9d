import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../api/client';
import type { Schemas } from '../../api/wire';

export type Credential = Schemas['Credential'];

/** Asks for the stored credentials, without any of their values. */
export const credentialsQuery = queryOptions({
  queryKey: ['connectors', 'credentials'],
  queryFn: ({ signal }) => dataOf(client.GET('/settings/credentials', { signal })),
});

export type Health = Schemas['ConnectorHealth'];

/**
 * Asks whether each connector reaches its provider; the service asks a provider once a minute at most. It needs the
 * plan PRO.
 */
export const healthQuery = queryOptions({
  queryKey: ['connectors', 'health'],
  queryFn: ({ signal }) => dataOf(client.GET('/settings/connectors/health', { signal })),
  staleTime: 30_000,
  refetchInterval: 60_000,
});

export const removeCredential = (connector: string) =>
  dataOf(client.DELETE('/settings/credentials/{connector}', { params: { path: { connector } } }));

/** Replaces all values of a credential in one request. No answer ever holds one of them. */
export const storeCredential = (connector: string, values: Readonly<Record<string, string>>) =>
  dataOf(client.PUT('/settings/credentials/{connector}', { params: { path: { connector } }, body: { values } }));

/** Replaces the patterns of what agents may have the service perform; the values stay. */
export const offerOperations = (connector: string, agentOperations: string[]) =>
  dataOf(
    client.PUT('/settings/credentials/{connector}', { params: { path: { connector } }, body: { agentOperations } }),
  );

/** Asks whether calls on a row of a table could be undone. The service reads, and writes nothing. */
export const tryUndo = (connector: string, table: string) =>
  dataOf(client.GET('/settings/credentials/{connector}/trial', { params: { path: { connector }, query: { table } } }));
