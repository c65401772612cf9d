import { client, dataOf } from '../../../api/client';

/** Asks whether calls on a row of a table could be undone. The service reads, and writes nothing. */
export const tryUndo = (connector: string, table: string) =>
  dataOf(client.GET('/settings/credentials/{connector}/trial', { params: { path: { connector }, query: { table } } }));
