import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Caller, Organization } from '../client.js';
import type { Write } from './proxy.js';
import type { Done } from './session.js';

export interface Report {
  readonly displayStatus: string;
  readonly results: readonly {
    readonly actionId: string;
    readonly outcome: string;
    readonly detail: string | null;
    readonly items: readonly { readonly result: string }[];
  }[];
}

/** What a report may say of an action, and what that makes of it. */
const STATUS_AFTER: Record<string, string> = {
  ROLLED_BACK: 'ROLLED_BACK',
  ROLLBACK_FAILED: 'ROLLBACK_FAILED',
  CONFLICT: 'SUCCESS',
  // A call without an answer may still be carried out: it is looked for again, and not repeated yet.
  UNKNOWN: 'SUCCESS',
};

/**
 * What must hold of a session after a rollback, whatever went wrong in it. `report`: of the first one; null once all
 * that remained was restored. `writes`: of all its rollbacks. @throws Error naming what does not hold
 */
export async function expectUndone(
  operator: Caller,
  session: string,
  done: readonly Done[],
  writes: readonly Write[],
  report: Report | null,
): Promise<void> {
  const { actions, displayStatus, counters } = (await operator.get(`/sessions/${session}`)).body.data;
  const held = (name: string, holds: boolean, ...told: unknown[]) => {
    if (!holds) throw new Error([name, ...told.map((one) => JSON.stringify(one))].join(' '));
  };
  const ids = done.map(({ actionId }) => actionId);
  held('the ledger has lost something', isDeepStrictEqual(idsOf(actions), ids), actions, ids);
  const statuses: string[] = actions.map(({ status }: { status: string }) => status);
  held('the counters are not the actions', counters.rolledBack === times(statuses, 'ROLLED_BACK'), counters, statuses);

  const accepted = writes.filter((write) => write.accepted).map((write) => indexOf(done, write));
  held('a write is the undo of nothing', !accepted.includes(-1), writes);
  held('something was undone twice', new Set(accepted).size === accepted.length, accepted, writes);
  const order = expectedOrder(done);
  for (const [index, { deed, before, tookEffect }] of done.entries()) {
    if (statuses[index] !== 'ROLLED_BACK') continue;
    held(`${deed.apiName} was never done, and is told to be undone`, tookEffect);
    held(`${deed.apiName} is told to be undone without a write`, accepted.includes(index), report);
    // Of two on one resource the other may be undone too, and its report have been lost on the way.
    const next = done[index + 1];
    const isCovered = next?.deed.isOnTopOfTheLast && next.tookEffect && !accepted.includes(index + 1);
    const isFurther = deed.isOnTopOfTheLast === true && accepted.includes(index - 1);
    const now = await deed.state();
    const isRestored = isFurther || isDeepStrictEqual(now, before);
    held(`${deed.apiName} is told to be undone, and is not`, isRestored && !isCovered, before, now);
  }
  const remaining = statuses.filter((status) => ['SUCCESS', 'ROLLBACK_FAILED', 'UNKNOWN'].includes(status)).length;
  held(
    'REVERTED is said of what is not',
    (displayStatus === 'REVERTED') === (remaining === 0),
    displayStatus,
    statuses,
  );

  if (report === null) {
    // What was there before a second change of one resource is what the first one left.
    for (const { deed, before, tookEffect } of done.filter((one) => !one.deed.isOnTopOfTheLast)) {
      held(`${deed.apiName} remains`, isDeepStrictEqual(await deed.state(), before), before, tookEffect);
    }
    const undone = done.flatMap(({ tookEffect }, index) => (tookEffect ? [index] : []));
    held(
      'not each was undone once',
      isDeepStrictEqual(
        [...accepted].sort((a, b) => a - b),
        undone,
      ),
      accepted,
      undone,
    );
    return;
  }
  const places = accepted.map((index) => order.indexOf(index));
  held(
    'it was not the last effect first',
    places.every((place, index) => index === 0 || place > Number(places[index - 1])),
    accepted,
    order,
  );
  held(
    'the report is not in order',
    isDeepStrictEqual(
      report.results.map(({ actionId }) => actionId),
      order.map((index) => ids[index]),
    ),
    report,
  );
  for (const [place, { outcome, items }] of report.results.entries()) {
    const index = order[place] as number;
    const { deed, before, isUnsettled, tookEffect } = done[index] as Done;
    const told = [deed.apiName, report.results[place], statuses[index]];
    const isSkipped = outcome === 'SKIPPED' && isUnsettled && !tookEffect && statuses[index] === 'CLEARED';
    const isUnsettledStill = outcome === 'ROLLBACK_FAILED' && isUnsettled && statuses[index] === 'UNKNOWN';
    held(
      'an action is not what its report says',
      isSkipped || isUnsettledStill || STATUS_AFTER[outcome] === statuses[index],
      ...told,
    );
    const isCovered = done[index + 1]?.deed.isOnTopOfTheLast === true && statuses[index + 1] !== 'ROLLED_BACK';
    held('nobody else changed anything', outcome !== 'CONFLICT' || isCovered, ...told);
    const isClaimed = items.some(({ result }) => result === 'restored');
    held('restored is said of what was not written', !isClaimed || accepted.includes(index), ...told);
    if (isSkipped && !deed.isOnTopOfTheLast)
      held('it was skipped, and did take effect', isDeepStrictEqual(await deed.state(), before), ...told);
  }
}

const idsOf = (actions: readonly { id: string }[]) => actions.map(({ id }) => id);
const times = (all: readonly string[], one: string) => all.filter((status) => status === one).length;
const indexOf = (done: readonly Done[], write: Write) => done.findIndex(({ deed }) => deed.isUndoneBy(write));

/** What is not settled first, then the last effect first; as indexes. */
function expectedOrder(done: readonly Done[]): number[] {
  const rank = ({ isUnsettled }: Done) => Number(isUnsettled);
  return done
    .map((one, index) => ({ index, rank: rank(one) }))
    .sort((a, b) => b.rank - a.rank || b.index - a.index)
    .map(({ index }) => index);
}

const ROLLED_BACK_OTHERWISE = `
  SELECT r.id, r.status, array_agg(e.action ORDER BY e.sequence) AS entries FROM rollbacks r
  LEFT JOIN audit_entries e ON e.organization_id = r.organization_id AND e.target->>'id' = r.id::text
  WHERE r.organization_id = $1 GROUP BY r.id
  HAVING r.status <> 'FINISHED' OR array_agg(e.action ORDER BY e.sequence) <> '{rollback.started,rollback.finished}'`;
const OPEN_STEPS = `
  SELECT id, state FROM rollback_steps WHERE organization_id = $1 AND (state IN ('planned', 'attempting') OR finished_at IS NULL)`;

/** Each rollback of the organization is told once from its beginning to its end, and no session has gone. */
export async function expectTrue(superuser: pg.Pool, { id }: Organization, sessions: readonly string[]): Promise<void> {
  for (const query of [ROLLED_BACK_OTHERWISE, OPEN_STEPS])
    expect((await superuser.query(query, [id])).rows).toEqual([]);
  const { rows } = await superuser.query('SELECT count(*)::int AS kept FROM sessions WHERE organization_id = $1', [id]);
  expect(rows).toEqual([{ kept: sessions.length }]);
}
