import type { FieldReport, ItemReport, UndoReport } from '../connector.js';
import { UNPROVED } from '../proof/proof.js';
import { UNSEEN } from '../unseen.js';
import { fieldName } from './part.js';
import type { RecordedFacts } from './undo/evidence.js';
import { describeState } from './undo/plan.js';
import type { Judged } from './undo/verdicts.js';
import type { Change } from './undo/world.js';

const NO_EVIDENCE = 'Nothing shows that the call took effect in this database; nothing was written.';
const STALE = 'The answer does not fit what was captured: the key was changed between the precapture and the call.';

/** Sums up the verdicts, after the parts to be restored were written. */
export function reportOf(judged: readonly Judged[], facts: RecordedFacts, isShown: boolean): UndoReport {
  const items = itemsOf(judged);
  if (judged.length > 0 && !isShown) return { outcome: 'unknown', detail: NO_EVIDENCE, items };
  const conflicts = judged.filter(({ verdict }) => verdict.is === 'conflict');
  if (conflicts.length > 0) {
    const what = conflicts.map((one) => `${keyOf(one)} ${fieldName(one.part)}`).join(', ');
    const detail = facts.answer === 'stale' ? STALE : `Changed since the call: ${what}`;
    return { outcome: 'conflict', detail, items };
  }
  if (judged.length === 0) {
    return facts.answer === 'stale'
      ? { outcome: 'conflict', detail: STALE, items }
      : { outcome: 'done', detail: 'The call changed nothing.', items };
  }
  const isOld = judged.every(({ verdict }) => verdict.is === 'already-restored');
  const detail = isOld ? 'It was as before already.' : 'Restored and read back.';
  return { outcome: 'done', detail: facts.isUnseen ? `${detail} ${UNSEEN}` : detail, items };
}

/** An earlier try at the same undo has written. */
export function restoredAlready(changes: readonly Change[]): UndoReport {
  const judged = changes.map((one): Judged => ({ ...one, now: one.before, verdict: { is: 'already-restored' } }));
  return { outcome: 'done', detail: 'An earlier try has restored it.', items: itemsOf(judged) };
}

/** An earlier try was not answered, and the keys changed since. */
export function unanswered(changes: readonly Change[]): UndoReport {
  const keys = [...new Set(changes.map(({ part }) => `key ${JSON.stringify(part.key)}`))].join(', ');
  const detail = `An earlier try to undo it was not answered, and ${keys} changed since: whether it wrote is unknown.`;
  return { outcome: 'unknown', detail, items: [] };
}

/** The present state may be another client's; nothing was written. */
export function unproved(judged: readonly Judged[]): UndoReport {
  return { outcome: 'unknown', detail: UNPROVED, items: itemsOf(judged) };
}

const keyOf = ({ part }: Judged) => `key ${JSON.stringify(part.key)}`;

function itemsOf(judged: readonly Judged[]): ItemReport[] {
  return [...new Set(judged.map(keyOf))].map((resource) => {
    const fields = judged.filter((one) => keyOf(one) === resource).map(fieldOf);
    const results = ['conflict', 'forced', 'restored'] as const;
    const result = results.find((one) => fields.some((each) => each.result === one)) ?? 'already-restored';
    return { resource, result, fields };
  });
}

function fieldOf({ part, before, after, now, verdict, isForced, added }: Judged): FieldReport {
  const result = verdict.is === 'restore' ? (isForced ? 'forced' : 'restored') : verdict.is;
  return {
    ...{ field: fieldName(part), before: describeState(before), after: describeState(after), now: describeState(now) },
    result,
    ...(added !== undefined && { added }),
  };
}
