import { rollbackWords as words } from '../../words';
import type { Part, Plan, Report } from './api';

export type PlanItem = Plan['plan'][number];
export type Result = Report['results'][number];

interface OfSession {
  readonly displayStatus: Plan['displayStatus'];
  readonly unverifiedReads: Plan['unverifiedReads'];
}

export interface ShownPlan extends OfSession {
  readonly state: 'planned';
  readonly hash: string;
  readonly items: readonly PlanItem[];
}

export interface ShownReport extends OfSession {
  readonly state: 'running' | 'finished';
  readonly rollbackId: string;
  /** The rollback that it took back; null: it is a rollback. */
  readonly reverts: string | null;
  /** It undid this call and every later one, or the calls of this tool call; null: the session, or one call. */
  readonly fromActionId: string | null;
  readonly toolCallId: string | null;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly progress: Report['progress'];
  /** Null if nothing is left that a further rollback could undo. */
  readonly hash: string | null;
  readonly results: readonly Result[];
}

export type Shown = ShownPlan | ShownReport;

const isPlan = (part: Part): part is Plan => part.state === 'planned';

/** Parts as one; null: they are of different moments, and have to be asked for again. */
export function joined(parts: readonly Part[]): Shown | null {
  const [first] = parts;
  if (!first || !parts.every(({ hash }) => hash === first.hash)) return null;
  if (isPlan(first)) {
    if (!parts.every(isPlan)) return null;
    const { displayStatus, unverifiedReads, hash } = first;
    return { state: 'planned', displayStatus, unverifiedReads, hash, items: parts.flatMap(({ plan }) => plan) };
  }
  const reports = parts.filter((part): part is Report => !isPlan(part) && part.rollbackId === first.rollbackId);
  if (reports.length < parts.length) return null;
  return { ...first, results: reports.flatMap(({ results }) => results) };
}

/** The expected result of undoing a call. `traces`: the undo restores the state, and something of the call remains. */
type Prospect = 'exact' | 'traces' | 'compensating' | 'impossible';

const prospectOf = ({ class: kind, remains }: PlanItem): Prospect =>
  kind === 'exact' && remains.length > 0 ? 'traces' : kind;

/** The number of calls of each prospect. Each call has one, so that the counts add up to the plan. */
export function countOf(items: readonly PlanItem[]): Readonly<Record<Prospect, number>> {
  const counts = { exact: 0, traces: 0, compensating: 0, impossible: 0 };
  for (const item of items) counts[prospectOf(item)] += 1;
  return counts;
}

/** A difference between two shown plans or reports, call by call. */
export interface Difference {
  readonly actionId: string;
  readonly apiName: string;
  readonly summary: string | null;
  readonly what: string;
}

const callsOf = (shown: Shown) =>
  new Map((shown.state === 'planned' ? shown.items : shown.results).map((one) => [one.actionId, one]));

function changeOf(before: PlanItem | Result, now: PlanItem | Result): string | null {
  if ('status' in before && 'status' in now) {
    if (before.status !== now.status) return `was ${before.status}, is ${now.status}`;
    if (before.class !== now.class) return `was ${before.class}, is ${now.class}`;
    return before.calls.join('\n') === now.calls.join('\n') ? null : words.shown.otherCalls;
  }
  const [was, is] = [before, now].map((one) => ('outcome' in one ? (one.outcome ?? words.shown.underWay) : 'planned'));
  return was === is ? null : `was ${was}, is ${is}`;
}

export function differences(before: Shown, now: Shown): Difference[] {
  const [old, fresh] = [callsOf(before), callsOf(now)];
  const name = ({ actionId, apiName, summary }: PlanItem | Result) => ({ actionId, apiName, summary });
  const gone = [...old.values()].filter(({ actionId }) => !fresh.has(actionId));
  return [
    ...[...fresh.values()].flatMap((call) => {
      const was = old.get(call.actionId);
      const what = was ? changeOf(was, call) : words.shown.added;
      return what ? [{ ...name(call), what }] : [];
    }),
    ...gone.map((call) => ({ ...name(call), what: words.shown.removed })),
  ];
}

/** The fields of a result that another client changed. */
export const isConflict = ({ outcome }: Result) => outcome === 'CONFLICT';

/** The operator's choice for a call: to force its undo, or to subtract the amount it added from the present value. */
export type Choice = 'force' | 'subtract';
export type Choices = ReadonlyMap<string, Choice>;

/** An operator may force calls with a conflict and calls without a proof, as chosen in the report. */
export const chosenAs = (choice: Choice, results: readonly Result[], choices: Choices): string[] =>
  results.filter((one) => isForceable(one) && choices.get(one.actionId) === choice).map(({ actionId }) => actionId);

export const isForceable = (result: Result) => isConflict(result) || result.isUnproved;

/** Returns the amounts that a call added to numbers in conflict; with none, nothing can be subtracted. */
export const addedBy = ({ items = [] }: Result): string[] =>
  items.flatMap(({ fields }) =>
    fields.flatMap(({ field, added }) => (added === undefined ? [] : [`${added} from ${field}`])),
  );

/** The calls that an order names. */
export interface Chosen {
  readonly force: readonly string[];
  readonly subtract: readonly string[];
}
