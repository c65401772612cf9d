// SQL: keyset pages by one of several indexes, beside views of the modules that know the verdicts and the calls.

import type { EntityManager } from 'typeorm';
import { Page } from '../../platform/http/answers/answer.js';
import { type FoundSessions, type SessionFilter, toCursor, type VERDICTS } from './session-filter.js';

/** A text is looked for in so many sessions at a time, and in no more once they have had so many calls. */
const SESSIONS_AT_ONCE = 1_000;
const CALLS_AT_ONCE = 20_000;

interface FoundRow {
  readonly id: string;
  readonly created_at: Date;
}

/** A page of an organization's sessions. */
export interface Wanted {
  readonly organizationId: string;
  readonly filter: SessionFilter;
  readonly limit: number;
}

/**
 * The ids of an organization's sessions, newest first, that all of the filters fit. Each filter alone is read by its index
 * and costs the same however many sessions there are; of several together, one is read by its index and the others are
 * compared.
 */
export async function findSessionIds(em: EntityManager, wanted: Wanted): Promise<FoundSessions> {
  const { filter, limit } = wanted;
  const isByTime = orderedByTime(filter);
  const cursorOf = ({ id, created_at: createdAt }: FoundRow) =>
    toCursor({ id, createdAt: isByTime ? createdAt : null });
  if (filter.text !== undefined) {
    const { looked, isLast } = await lookForText(em, wanted, filter.text);
    const fitting = looked.filter(({ fits }) => fits);
    const shown = fitting.slice(0, limit);
    const last = fitting.length > limit ? shown.at(-1) : isLast ? undefined : looked.at(-1);
    const searchedTo = (last ?? looked.at(-1))?.created_at ?? null;
    return { ids: shown.map(({ id }) => id), nextCursor: last ? cursorOf(last) : null, searchedTo };
  }
  const values: unknown[] = [];
  const rows: FoundRow[] = await em.query(pageText(wanted, limit + 1, values), values);
  const { items, nextCursor } = Page.of(rows, limit, (row) => row);
  const last = items.at(-1);
  return { ids: items.map(({ id }) => id), nextCursor: nextCursor && last ? cursorOf(last) : null, searchedTo: null };
}

/** The list shows these besides the row of a session. */
export interface SessionTraits {
  readonly verdict: (typeof VERDICTS)[number] | null;
  readonly connectors: readonly string[];
}

export async function traitsOf(em: EntityManager, organizationId: string, ids: readonly string[]) {
  const rows: (SessionTraits & { id: string })[] = await em.query(
    `SELECT i.id, d.verdict, ${CONNECTORS_OF('i.id')} AS connectors
     FROM unnest($2::uuid[]) AS i(id) LEFT JOIN session_verdicts d ON d.organization_id = $1 AND d.session_id = i.id`,
    [organizationId, ids],
  );
  return new Map(rows.map(({ id, ...traits }) => [id, traits]));
}

const CONNECTORS_OF = (session: string) => `ARRAY(SELECT f.name FROM found_sessions f
  WHERE f.session_id = ${session} AND f.kind = 'connector' ORDER BY f.name)`;

/** All of a session that may change, and be shown: its connectors change only together with its row. */
const SHOWN = `ROW(s.id, s.status, s.display_status, s.rollback_state, s.closed_by_rollback, s.partly_restored, s.dirty, s.success, s.failed,
  s.pending_approval, s.open_approvals, s.cleared, s.blocked, s.unknown, s.rolled_back, s.rollback_failed, s.reads, s.unknown_reads, s.late_effects,
  s.possible_effects, s.updated_at, s.completed_at, s.last_activity_at, v.verdict)::text`;

/** Reads the state of each page, and whether more sessions follow. */
export async function statesOf(em: EntityManager, pages: readonly Wanted[]): Promise<string[]> {
  const values: unknown[] = [];
  const each = pages.map(
    (wanted, index) => `SELECT ${index} AS page, coalesce(md5(string_agg(${SHOWN}, ',' ORDER BY s.id)), '') AS state
       FROM sessions s JOIN (${pageText(wanted, wanted.limit + 1, values)}) p ON p.id = s.id
       LEFT JOIN session_verdicts v ON v.session_id = s.id`,
  );
  const more = each.map((one) => ` UNION ALL ${one}`).join('');
  const rows: { state: string }[] = await em.query(
    `SELECT 0 AS page, '' AS state WHERE false ${more} ORDER BY page`,
    values,
  );
  return rows.map(({ state }) => state);
}

/** A bounded number of sessions, whether the text is in them, and whether there are no others after them. */
async function lookForText(em: EntityManager, wanted: Wanted, text: string) {
  const values: unknown[] = [text];
  const order = orderOf(wanted.filter);
  const looked: (FoundRow & { fits: boolean; candidates: number })[] = await em.query(
    `WITH newest AS (${pageText(wanted, SESSIONS_AT_ONCE, values)}),
     counted AS (
       SELECT s.*, sum(s.last_sequence) OVER (ORDER BY ${order}) - s.last_sequence AS calls_before,
         (count(*) OVER ())::int AS candidates FROM newest s
     )
     SELECT s.id, s.created_at, s.candidates, position(lower($1) IN lower(s.intent)) > 0 OR EXISTS (
       SELECT FROM action_details a
       WHERE a.session_id = s.id AND position(lower($1) IN lower(a.api_name)) > 0) AS fits
     FROM counted s WHERE s.calls_before < ${CALLS_AT_ONCE} ORDER BY ${order}`,
    values,
  );
  const { candidates = 0 } = looked[0] ?? {};
  return { looked, isLast: looked.length === candidates && candidates < SESSIONS_AT_ONCE };
}

const orderedByTime = ({ since, until }: SessionFilter) => since !== undefined || until !== undefined;

const orderOf = (filter: SessionFilter) => (orderedByTime(filter) ? 's.created_at DESC, s.id DESC' : 's.id DESC');

/** Builds one statement for one page, and adds its parameters to `values`. It does not search for texts. */
function pageText({ organizationId, filter }: Wanted, limit: number, values: unknown[]): string {
  const place = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const { agentId, status, dirty, blocked, drift, connector, target, since, until, after } = filter;
  const { onBehalfOf, label, toolCallId, traceId } = filter;
  const organization = place(organizationId, 'uuid');
  const where = [`s.organization_id = ${organization}`];
  if (agentId !== undefined) where.push(`s.agent_slug = ${place(agentId, 'text')}`);
  if (status !== undefined) where.push(`s.display_status = ${place(status, 'text')}`);
  if (dirty !== undefined) where.push(`s.dirty = ${place(dirty, 'boolean')}`);
  if (blocked) where.push('s.blocked > 0');
  if (onBehalfOf !== undefined) where.push(`s.on_behalf_of = ${place(onBehalfOf, 'text')}`);
  if (since !== undefined) where.push(`s.created_at >= ${place(since, 'timestamptz')}`);
  if (until !== undefined) where.push(`s.created_at < ${place(until, 'timestamptz')}`);
  if (drift !== undefined) where.push(`d.organization_id = ${organization} AND d.verdict = ${place(drift, 'text')}`);
  if (after?.createdAt && orderedByTime(filter))
    where.push(`(s.created_at, s.id) < (${place(after.createdAt, 'timestamptz')}, ${place(after.id, 'uuid')})`);
  else if (after) where.push(`s.id < ${place(after.id, 'uuid')}`);
  const joins = drift === undefined ? [] : ['JOIN session_verdicts d ON d.session_id = s.id'];
  for (const [kind, name] of Object.entries({ connector, target })) {
    if (name === undefined) continue;
    joins.push(`JOIN found_sessions ${kind} ON ${kind}.session_id = s.id`);
    where.push(
      `${kind}.organization_id = ${organization} AND ${kind}.kind = '${kind}' AND ${kind}.name = ${place(name, 'text')}`,
    );
  }
  if (label !== undefined) {
    joins.push('JOIN labelled_sessions l ON l.session_id = s.id');
    where.push(
      `l.organization_id = ${organization} AND l.name = ${place(label.name, 'text')} AND l.value = ${place(label.value, 'text')}`,
    );
  }
  for (const [column, value] of Object.entries({ tool_call_id: toolCallId, trace_id: traceId })) {
    if (value === undefined) continue;
    where.push(
      `s.id IN (SELECT c.session_id FROM traced_calls c WHERE c.organization_id = ${organization} AND c.${column} = ${place(value, 'text')})`,
    );
  }
  return `SELECT s.id, s.created_at, s.intent, s.last_sequence FROM sessions s ${joins.join(' ')}
    WHERE ${where.join(' AND ')} ORDER BY ${orderOf(filter)} LIMIT ${limit}`;
}
