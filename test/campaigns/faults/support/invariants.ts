import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Caller, Organization } from '../../../support/client.js';
import type { Place } from './places.js';
import type { Played, ResourceHistory } from './resource-history.js';

export interface Result {
  readonly actionId: string;
  readonly outcome: string;
  readonly detail: string | null;
  readonly isUnproved: boolean;
}

export interface Report {
  readonly displayStatus: string;
  readonly results: readonly Result[];
}

/** The session as it looks from outside, and its report before the first rollback. */
export interface SessionState {
  readonly displayStatus: string;
  readonly statuses: ReadonlyMap<string, string>;
  readonly isDirty: boolean;
}

/** The outcomes that a report may give an action, each with the statuses it may lead to. */
const STATUSES_AFTER: Readonly<Record<string, readonly string[]>> = {
  ROLLED_BACK: ['ROLLED_BACK'],
  // For a call without a certain outcome the rollback did not learn whether it took effect.
  ROLLBACK_FAILED: ['ROLLBACK_FAILED', 'UNKNOWN', 'CLEARED', 'FAILED'],
  CONFLICT: ['SUCCESS', 'ROLLBACK_FAILED'],
  // A call that was refused stays so, also where another client has done the same since.
  UNKNOWN: ['SUCCESS', 'ROLLBACK_FAILED', 'UNKNOWN', 'FAILED'],
  IRREVERSIBLE: ['SUCCESS', 'ROLLBACK_FAILED', 'UNKNOWN'],
  SKIPPED: ['CLEARED', 'FAILED'],
};
const REMAINS = ['SUCCESS', 'ROLLBACK_FAILED', 'UNKNOWN'];

export async function sessionStateOf(operator: Caller, session: string): Promise<SessionState> {
  const { actions, displayStatus, counters } = (await operator.get(`/sessions/${session}`)).body.data;
  const { dirty, reasons } = (await operator.get(`/sessions/${session}/dirty`)).body.data;
  const all = (actions as { id: string; status: string }[]).map(({ id, status }) => [id, status] as const);
  const undone = all.filter(([, status]) => status === 'ROLLED_BACK').length;
  holds('the counters are not the actions', counters.rolledBack === undone, counters, all);
  holds('a session is dirty without a reason', dirty === reasons.length > 0, dirty, reasons);
  return { displayStatus, statuses: new Map(all), isDirty: dirty };
}

/**
 * Expects the invariants of a session after each of its rollbacks, whatever went wrong in it. A call that is reported
 * undone is checked once, at the first report.
 * @param writes of all its rollbacks
 * @throws Error naming the broken invariant
 */
export async function expectInvariants(
  { displayStatus, statuses, isDirty }: SessionState,
  { takesAnyAnswer = false }: Place,
  histories: readonly ResourceHistory[],
  writes: readonly string[],
  { results }: Report,
): Promise<void> {
  const played = histories.flatMap((history) => history.played);
  const ids = new Set(played.map(({ actionId }) => actionId));
  holds('the ledger has lost something', isDeepStrictEqual(new Set(statuses.keys()), ids), [...statuses]);
  const isReverted = displayStatus === 'REVERTED';
  const remaining = [...statuses.values()].filter((status) => REMAINS.includes(status));
  holds('REVERTED is not what the actions say', isReverted === (remaining.length === 0), displayStatus, [...statuses]);
  holds('dirty is not what the report says', isDirty === !isReverted, displayStatus, isDirty);
  holds('something was written twice', new Set(writes).size === writes.length, writes);
  for (const { actionId, outcome, detail, isUnproved } of results) {
    const status = statuses.get(actionId) ?? '';
    holds('without a proof it is UNKNOWN', !isUnproved || outcome === 'UNKNOWN', outcome, detail);
    holds('an action is not what its report says', STATUSES_AFTER[outcome]?.includes(status), outcome, status);
    holds('it was not undone, and no reason is given', outcome === 'ROLLED_BACK' || Boolean(detail), outcome);
  }
  for (const history of histories) {
    const now = await history.state();
    const isIn = (states: readonly unknown[]) => states.some((state) => isDeepStrictEqual(state, now));
    const shown = [now, history.scenario, results];
    for (const [index, { actionId }] of history.played.entries()) {
      const isConflict = results.some((one) => one.actionId === actionId && one.outcome === 'CONFLICT');
      // A call below a remaining one finds the state that it left.
      const above = history.played.slice(index + 1).filter(({ isMade }) => isMade);
      const isOnTop = above.every((call) => statuses.get(call.actionId) === 'ROLLED_BACK');
      const isAlone = history.isUntouched && isOnTop && !takesAnyAnswer;
      holds('no other client is in conflict with it', !(isConflict && isAlone), ...shown);
    }
    holds('it is as nothing should have left it', isIn(history.possible), ...shown, history.possible);
    for (const call of history.played.filter(({ actionId }) => statuses.get(actionId) === 'ROLLED_BACK')) {
      if (history.undone.has(call.actionId)) continue;
      history.undone.add(call.actionId);
      holds(`${call.step} was never made, and is told to be undone`, call.isMade, ...shown);
      holds(`${call.step} is told to be undone, and is not`, isIn(history.before(call)), ...shown);
      holds('what another client put back is told to be undone', !history.wasPutBackFirst, ...shown);
    }
    const isAllUndone = history.played.every(({ actionId, isMade }) => !isMade || history.undone.has(actionId));
    holds('REVERTED is said of what is not', !isReverted || isAllUndone || isIn([history.start]), ...shown);
  }
}

/** Expects that nothing is undone, or told not to have happened, where the credential leads to another place. */
export function expectNothingUndone({ results }: Report, histories: readonly ResourceHistory[]): void {
  const made = new Set(
    histories.flatMap(({ played }) => played.filter(({ isMade }) => isMade)).map((one) => one.actionId),
  );
  for (const { actionId, outcome, detail } of results) {
    holds('it is undone at another place', !['ROLLED_BACK', 'CONFLICT'].includes(outcome), outcome, detail);
    holds('another place tells that it did not happen', outcome !== 'SKIPPED' || !made.has(actionId), detail);
  }
}

/** Expects that a report differs from the plan's promise only after a fault. @param plan class by action */
export function expectPromised(plan: ReadonlyMap<string, string>, { results }: Report): void {
  for (const { actionId, outcome, detail } of results) {
    const isImpossible = plan.get(actionId) === 'impossible';
    holds('what cannot be undone is told to be undone', !(isImpossible && outcome === 'ROLLED_BACK'), detail);
    holds('what can be undone is told to be irreversible', isImpossible || outcome !== 'IRREVERSIBLE', detail);
  }
}

/**
 * Expects that a rollback without faults undoes all calls that no other client blocks.
 * @param results of the last rollback
 */
export async function expectAllUndone(
  { statuses }: SessionState,
  place: Place,
  histories: readonly ResourceHistory[],
  { results }: Report,
): Promise<void> {
  for (const history of histories.filter(({ isUntouched }) => isUntouched)) {
    const outcomeOf = ({ actionId }: Played) => results.find((result) => result.actionId === actionId);
    const excuse = history.played.findLastIndex((call) => isForAPerson(place, call, outcomeOf(call)));
    // A call below it finds the state that it left.
    for (const call of history.played.slice(excuse + 1)) {
      const status = statuses.get(call.actionId) ?? '';
      // A call that is read again after an older call was undone can no longer be decided.
      const isUndecided = status === 'UNKNOWN' && call !== history.played[0];
      // The call left the same state as the undo of an older call would leave, and nothing proves which of them made
      // it.
      const isHidden = isUndecided && call.report !== 'SUCCESS' && outcomeOf(call)?.detail?.includes('hides') === true;
      const isDone = call.isMade ? status === 'ROLLED_BACK' || isHidden : isUndecided || !REMAINS.includes(status);
      holds(`${call.step} remains`, isDone, status, history.scenario, results);
    }
    if (excuse >= 0) continue;
    const now = await history.state();
    holds('it is not as before', isDeepStrictEqual(now, history.start), now, history.start, history.scenario);
  }
}

/** Tells whether the provider's page says that the service cannot decide the call. */
function isForAPerson({ makesUnseen }: Place, { step, report }: Played, result?: Result): boolean {
  if (step === 'make' && report !== 'SUCCESS') return makesUnseen === true;
  // None of them is proved, and none can be undone without the others.
  if (step === 'swap' && report !== 'SUCCESS') return true;
  return result?.outcome === 'UNKNOWN' && String(result.detail).includes('nothing finds it there');
}

function holds(name: string, isSo: unknown, ...told: unknown[]): asserts isSo {
  if (!isSo) throw new Error([name, ...told.map((one) => JSON.stringify(one))].join(' '));
}

const ROLLED_BACK_OTHERWISE = `
  SELECT r.id, r.status, array_agg(e.action ORDER BY e.sequence) AS entries FROM rollbacks r
  LEFT JOIN audit_entries e ON e.organization_id = r.organization_id AND e.target->>'id' = r.id::text
  WHERE r.organization_id = $1 GROUP BY r.id, r.organization_id
  HAVING r.status <> 'FINISHED' OR array_agg(e.action ORDER BY e.sequence) <> '{rollback.started,rollback.finished}'`;
const OPEN_STEPS = `
  SELECT id, state FROM rollback_steps WHERE organization_id = $1 AND (state IN ('planned', 'attempting') OR finished_at IS NULL)`;

/**
 * Expects that the audit log records each rollback of the organization once, from its beginning to its end, and that no
 * session is gone.
 */
export async function expectAuditedRollbacks(
  superuser: pg.Pool,
  { id }: Organization,
  sessions: readonly string[],
): Promise<void> {
  for (const query of [ROLLED_BACK_OTHERWISE, OPEN_STEPS])
    expect((await superuser.query(query, [id])).rows).toEqual([]);
  const { rows } = await superuser.query('SELECT count(*)::int AS kept FROM sessions WHERE organization_id = $1', [id]);
  expect(rows).toEqual([{ kept: sessions.length }]);
}
