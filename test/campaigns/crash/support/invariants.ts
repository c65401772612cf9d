import type pg from 'pg';
import type { Organization } from '../../../support/client.js';
import { expectInvariants } from '../../races/support/invariants.js';
import type { Effect, Notes } from '../../races/support/notes.js';

/** A session, and all of its calls that the service acknowledged, in their order. */
export interface Acknowledged {
  readonly session: string;
  readonly effects: readonly Effect[];
}

/** The answer that the operator got for an approval. */
export interface Decided {
  readonly session: string;
  readonly decisions: readonly { readonly id: string; readonly status: string }[];
}

const KEPT = `
  SELECT a.id, a.status, a.payload, a.effect_sequence AS effect FROM actions a
  WHERE a.organization_id = $1 AND a.session_id = $2 ORDER BY a.sequence`;

/** Finds the rollback of the session that undid each action, from 1: a step that fails is left to the next rollback. */
const UNDONE_BY = `
  SELECT s.action_id AS id, dense_rank() OVER (ORDER BY r.id)::int AS rollback FROM rollback_steps s
  JOIN rollbacks r ON r.id = s.rollback_id
  WHERE r.organization_id = $1 AND r.session_id = $2 AND s.state = 'done'`;

/**
 * Expects the invariants once all is up and every rollback has ended, whatever died meanwhile. Returns the outcome of
 * each call.
 */
export async function expectCrashInvariants(
  rows: pg.Pool,
  notes: Notes,
  organization: Organization,
  sessions: readonly Acknowledged[],
  { session, decisions }: Decided,
): Promise<string[]> {
  const outcomes: string[] = [];
  for (const one of sessions) outcomes.push(...(await expectSessionInvariants(rows, notes, organization, one)));
  const approvals = await rows.query('SELECT id, status FROM approvals WHERE session_id = $1 ORDER BY id', [session]);
  expect(approvals.rows).toEqual(decisions.toSorted((a, b) => a.id.localeCompare(b.id)));
  await expectInvariants(organization, [...sessions.map((one) => one.session), session], false, rows);
  return outcomes;
}

async function expectSessionInvariants(
  rows: pg.Pool,
  notes: Notes,
  organization: Organization,
  { session, effects }: Acknowledged,
): Promise<string[]> {
  const { rows: kept } = await rows.query(KEPT, [organization.id, session]);
  // No acknowledged call is lost, none is there twice, and each is the one that was sent.
  expect(kept.map(({ id, payload }) => [id, payload.match.id])).toEqual(
    effects.map(({ action, note }) => [action, note]),
  );
  const { texts, undone } = await notes.look(...effects);
  expect(texts).toHaveLength(effects.length);
  // Undone once, the last effect of a rollback first.
  expect(new Set(undone).size).toBe(undone.length);
  const { rows: done } = await rows.query(UNDONE_BY, [organization.id, session]);
  const rollbackOf = new Map(done.map(({ id, rollback }) => [id, rollback]));
  const confirmed = kept
    .filter(({ effect }) => effect !== null)
    .toSorted((a, b) => rollbackOf.get(a.id) - rollbackOf.get(b.id) || b.effect - a.effect);
  const order = confirmed.map(({ id }) => effects.find(({ action }) => action === id)?.note);
  expect(undone.filter((note) => order.includes(note))).toEqual(order.filter((note) => undone.includes(note ?? 0)));
  // The ledger says the same as the world.
  for (const [index, { id, status }] of kept.entries()) {
    const { note } = effects[index] as Effect;
    const isUndone = texts[index] === 'before';
    expect([id, status === 'ROLLED_BACK']).toEqual([id, isUndone]);
    expect([id, undone.includes(note)]).toEqual([id, isUndone]);
  }
  const { body } = await organization.operator.get(`/sessions/${session}`);
  expect([session, body.data.displayStatus]).toEqual([session, 'REVERTED']);
  expect(texts).toEqual(effects.map(() => 'before'));
  return kept.map(({ status }) => status);
}
