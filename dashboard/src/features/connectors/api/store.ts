import { client, dataOf } from '../../../api/client';

/** Replaces all values of a credential in one request. No answer ever holds one of them. */
export const storeCredential = (connector: string, values: Readonly<Record<string, string>>) =>
  dataOf(client.PUT('/settings/credentials/{connector}', { params: { path: { connector } }, body: { values } }));

/** Replaces the patterns of what agents may have the service perform; the values stay. */
export const offerOperations = (connector: string, agentOperations: string[]) =>
  dataOf(
    client.PUT('/settings/credentials/{connector}', { params: { path: { connector } }, body: { agentOperations } }),
  );
