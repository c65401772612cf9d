// SQL: a text is looked for in a bounded part of the chain, in one statement.

import type { EntityManager } from 'typeorm';
import { leastIdAt } from '../platform/ids.js';

/** A text is looked for in so many entries at a time. */
const ENTRIES_AT_ONCE = 5_000;

export interface AuditFilter {
  readonly organizationId: string;
  readonly since?: Date;
  readonly until?: Date;
  /** Each word of it is in the entry, in any case. */
  readonly text?: string;
  /** The page holds only entries before this id. */
  readonly before?: string;
  readonly limit: number;
}

export interface FoundEntries {
  /** The ids, newest first. */
  readonly ids: readonly string[];
  readonly nextCursor: string | null;
  /** The oldest entry in which a text was looked for is of then; null where none was looked for. */
  readonly searchedTo: Date | null;
}

interface LookedAt {
  readonly id: string;
  readonly fits: boolean;
  readonly created_at: Date;
}

/** A page of the entries that fit. The ids carry the time, so that a range of time is a range of the index. */
export async function findEntries(em: EntityManager, filter: AuditFilter): Promise<FoundEntries> {
  const { organizationId, since, until, text, before, limit } = filter;
  const words = (text ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const most = words.length === 0 ? limit + 1 : ENTRIES_AT_ONCE;
  const values: unknown[] = [organizationId, words];
  const place = (value: string) => `$${values.push(value)}::uuid`;
  const where = [
    'organization_id = $1',
    ...(before === undefined ? [] : [`id < ${place(before)}`]),
    ...(since === undefined ? [] : [`id >= ${place(leastIdAt(since))}`]),
    ...(until === undefined ? [] : [`id < ${place(leastIdAt(until))}`]),
  ];
  const rows: LookedAt[] = await em.query(
    `SELECT id, created_at, NOT EXISTS (SELECT FROM unnest($2::text[]) AS word WHERE position(word IN lower(concat_ws(E'\\n',
       action, actor ->> 'label', target ->> 'type', target ->> 'id', request_id, sequence, before::text, after::text))) = 0) AS fits
     FROM audit_entries WHERE ${where.join(' AND ')} ORDER BY id DESC LIMIT ${most}`,
    values,
  );
  const fitting = rows.filter(({ fits }) => fits);
  const shown = fitting.slice(0, limit);
  const last = fitting.length > limit ? shown.at(-1) : rows.length === most ? rows.at(-1) : undefined;
  const searchedTo = words.length === 0 ? null : ((last ?? rows.at(-1))?.created_at ?? null);
  return { ids: shown.map(({ id }) => id), nextCursor: last?.id ?? null, searchedTo };
}
