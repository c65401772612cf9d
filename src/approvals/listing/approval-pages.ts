// SQL: keyset pages of many organizations in one statement, over a view of actions.

import type { EntityManager } from 'typeorm';
import type { Listed } from '../../auth/waiting/held-lists.js';
import { leastIdAt } from '../../platform/ids.js';
import { APPROVAL_QUERY, type ApprovalRow } from '../approval.view.js';
import type { ApprovalFilter } from './approval-filter.js';

const APPROVED = "p.status = 'APPROVED' AND (p.usable_until IS NULL OR p.usable_until > now())";
const ENDED = [
  "p.status = 'REJECTED'",
  "p.status = 'PENDING' AND p.expires_at <= now()",
  "p.status = 'APPROVED' AND p.usable_until <= now()",
];

/** An expired or lapsed approval counts as rejected, also before the job has recorded it. Each part is one range of an index. */
const STATUS_IS: Record<ApprovalFilter['status'], readonly string[]> = {
  PENDING: ["p.status = 'PENDING' AND p.expires_at > now()"],
  APPROVED: [APPROVED],
  UNUSED: ["p.status = 'APPROVED' AND p.usable_until > now()"],
  REJECTED: ENDED,
  DECIDED: [APPROVED, ...ENDED],
  ALL: ["p.status = 'PENDING'", "p.status = 'APPROVED'", "p.status = 'REJECTED'"],
};

/** The greatest difference between the clock of a process, which makes ids, and that of the database. */
const CLOCKS_APART_MS = 3_600_000;

/** The columns with which a filter is compared: a member for each of its values. */
const wantedIn = (parameter: number) =>
  `json_to_recordset($${parameter}) AS w(n int, org uuid, agent text, connector text, since timestamptz, since_id uuid,
    until timestamptz, until_id uuid, before uuid)`;

/** The ids of a page and one more, newest first: the same text for all filters that ask for the same things. */
function idsOf({ status, agentId, connector, since, until, limit, cursor }: ApprovalFilter): string {
  const asked = [
    agentId !== null && ' AND p.agent_slug = w.agent',
    connector !== null && ' AND p.connector = w.connector',
    since !== null && ' AND p.created_at >= w.since AND p.id >= w.since_id',
    until !== null && ' AND p.created_at < w.until AND p.id < w.until_id',
    cursor !== null && ' AND p.id < w.before',
  ].filter((condition) => condition !== false);
  const newest = `ORDER BY id DESC LIMIT ${Math.trunc(limit) + 1}`;
  const one = (is: string) =>
    `SELECT p.id FROM approvals p WHERE p.organization_id = w.org AND ${is}${asked.join('')} ${newest}`;
  const each = STATUS_IS[status].map((is) => ` UNION ALL (${one(is)})`).join('');
  return `SELECT id, row_number() OVER (ORDER BY id DESC) AS place
    FROM (SELECT NULL::uuid AS id WHERE false ${each}) AS found ${newest}`;
}

function wanted({ organizationId, query }: Listed<ApprovalFilter>, n: number) {
  const { agentId: agent, connector, since, until, cursor: before } = query;
  const idAt = (text: string | null, apartMs: number) => text && leastIdAt(new Date(Date.parse(text) + apartMs));
  const ids = { since_id: idAt(since, -CLOCKS_APART_MS), until_id: idAt(until, CLOCKS_APART_MS) };
  return { n, org: organizationId, agent, connector, since, until, ...ids, before };
}

/** A page and one more. */
export async function readPage(em: EntityManager, listed: Listed<ApprovalFilter>): Promise<ApprovalRow[]> {
  const found: { id: string }[] = await em.query(idsOfPage(listed.query), valuesOf(listed));
  return em.query(`${APPROVAL_QUERY} WHERE p.organization_id = $1 AND p.id = ANY ($2::uuid[]) ORDER BY p.id DESC`, [
    listed.organizationId,
    found.map(({ id }) => id),
  ]);
}

/** The statement that finds a page and one more, and its values. */
export const idsOfPage = (query: ApprovalFilter) => `SELECT i.id FROM ${wantedIn(1)}, LATERAL (${idsOf(query)}) AS i`;

export const valuesOf = (listed: Listed<ApprovalFilter>) => [JSON.stringify([wanted(listed, 0)])];

/** The columns of an approval that a list shows and that may change. */
const SHOWN = `ROW(p.id, p.status, p.status = 'PENDING' AND p.expires_at <= now(), p.usable_until, p.usable_until <= now(), p.payload_hash, p.reason, p.decided_by, p.decided_at,
  p.required_approvals, p.expires_at, p.note, p.noted_at, a.status, a.performance, (SELECT string_agg(ROW(v.user_id, v.voted_at)::text, ',' ORDER BY v.voted_at, v.user_id)
    FROM approval_votes v WHERE v.approval_id = p.id))::text`;

/** The row that follows the page contributes only its existence. */
const stateOf = (query: ApprovalFilter) =>
  `SELECT md5(coalesce(string_agg(CASE WHEN i.place > ${Math.trunc(query.limit)} THEN 'more' ELSE ${SHOWN} END, ',' ORDER BY i.place), ''))
    FROM (${idsOf(query)}) AS i JOIN approvals p ON p.id = i.id JOIN action_details a ON a.id = p.action_id`;

interface State {
  readonly n: number;
  readonly state: string;
}

/** The states of these pages, in their order, from one statement, however many pages there are. */
export async function statesOf(em: EntityManager, all: readonly Listed<ApprovalFilter>[]): Promise<readonly string[]> {
  const alike = new Map<string, ReturnType<typeof wanted>[]>();
  for (const [n, listed] of all.entries()) {
    const text = stateOf(listed.query);
    alike.set(text, [...(alike.get(text) ?? []), wanted(listed, n)]);
  }
  const each = [...alike.keys()].map((text, index) => `SELECT w.n, (${text}) AS state FROM ${wantedIn(index + 1)}`);
  const more = each.map((text) => ` UNION ALL ${text}`).join('');
  const values = [...alike.values()].map((same) => JSON.stringify(same));
  const rows: State[] = await em.query(`SELECT 0 AS n, '' AS state WHERE false ${more}`, values);
  const states = new Map(rows.map(({ n, state }) => [n, state]));
  return all.map((_, n) => states.get(n) ?? '');
}
