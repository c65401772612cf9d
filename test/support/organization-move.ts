import { join } from 'node:path';
import type pg from 'pg';
import { LEFT_BEHIND, WRITTEN_ANEW } from '../../src/admin/organization/moved-tables.js';
import { startCommand } from './command.js';
import { ownedTables } from './everything.js';
import { testEnvironment } from './service.mjs';

export const TRANSFER_KEY = Buffer.alloc(32, 3).toString('base64');
/** The root key of the installation to which organizations move. */
export const OTHER_KEYS = `5:${Buffer.alloc(32, 9).toString('base64')}`;

/** `npm run organization` without the build before it. */
export function startOrganization(settings: Record<string, string>, ...args: readonly string[]) {
  const env = { PATH: process.env.PATH, ...testEnvironment(), TRANSFER_KEY, ...settings };
  return startCommand('dist/bundle/organization.js', args, env);
}

export const fileOf = (root: string, organization: string): string =>
  join(root, organization, 'organization.ndjson.gz');

/** Every row of an organization as text, by table, but for what belongs to one installation. */
export async function everyRowOf(database: pg.Pool, organization: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { name, owner } of await ownedTables(database)) {
    if (name in LEFT_BEHIND) continue;
    const { rows } = await database.query(
      `SELECT (to_jsonb(t) - $2::text[])::text AS row FROM ${name} t WHERE ${owner} = $1 ORDER BY 1`,
      [organization, [...(WRITTEN_ANEW[name] ?? []), ...(name in REWRITTEN ? (REWRITTEN[name] ?? []) : [])]],
    );
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

/** The values that the import writes, by which key hashes are checked, and what a job notes of calls before the move. */
const REWRITTEN: Readonly<Record<string, readonly string[]>> = {
  organizations: ['deleted_at', 'epoch'],
  api_keys: ['hash_key', 'hash_secret', 'last_used_at'],
  personal_tokens: ['hash_key', 'hash_secret'],
};
