/** Turns the verdicts on the fields of one resource into the fields of a report; pure. */
import type { FieldReport, ItemReport, JsonObject } from '../../connector.js';
import type { Touched } from '../items.js';
import type { Reading } from '../resource.js';
import type { Overtaking } from './replaced.js';
import type { FieldVerdict } from './three-way.js';

const OVERTAKEN = 'was changed between the capture and the call';
const PUT_SINCE = 'was put again after the call, by another client';
const REMOVED_SINCE = 'was there again after the call, and was taken away by another client';

/**
 * The fields of a report.
 * @param whole the result of a resource that is made or deleted as a whole; null when its fields are decided one by one
 */
export const fieldReports = (
  fields: readonly FieldVerdict[],
  whole: ItemReport['result'] | null,
  onConflict: 'skip' | 'force',
  subtracts: boolean,
): FieldReport[] =>
  fields.map(({ field, before, after, now, verdict, added, less }) => ({
    ...{ field, before, after, now },
    result:
      less !== undefined && subtracts
        ? 'forced'
        : whole === null
          ? resultOf(verdict, onConflict)
          : resultInWhole(verdict, whole),
    ...(added !== undefined && { added }),
  }));

/** A resource that is made or deleted as a whole stays unchanged as a whole when one field is in conflict. */
function resultInWhole(verdict: FieldVerdict['verdict'], whole: ItemReport['result']): FieldReport['result'] {
  if (whole === 'conflict' || whole === 'impossible') return verdict === 'restore' ? 'untouched' : verdict;
  return verdict === 'already-restored' ? verdict : whole;
}

function resultOf(verdict: FieldVerdict['verdict'], onConflict: 'skip' | 'force'): FieldReport['result'] {
  if (verdict === 'conflict') return onConflict === 'force' ? 'forced' : 'conflict';
  return verdict === 'restore' ? 'restored' : 'already-restored';
}

/**
 * The call set these fields to their former values. The report lists the compared fields, because an empty list would
 * mean that none was compared.
 */
export const unchangedFields = ({ after, named }: Pick<Touched, 'after' | 'named'>, now: JsonObject): FieldVerdict[] =>
  named.map((field) => {
    const value = after?.[field] ?? null;
    return { field, before: value, after: value, now: now[field] ?? null, verdict: 'already-restored' };
  });

/** The call removed a resource that did not exist. */
export const unchangedAbsence = (kind: string, now: Reading | null): FieldVerdict => ({
  ...{ field: `(${kind})`, before: null, after: null, now: now && 'present', verdict: 'already-restored' },
});

/** The provider did not carry out the call on this resource. */
export const leftOut = (kind: string, now: Reading | null): FieldVerdict => {
  const state = now && 'present';
  return { field: `(${kind})`, before: state, after: state, now: state, verdict: 'already-restored' };
};

export const inConflict = (one: FieldVerdict): FieldVerdict => ({ ...one, verdict: 'conflict' });

/**
 * The captured value of these fields is not the one that the call replaced, so it is not written over another client's
 * value.
 */
export const overtaken = (
  { overtaking }: Pick<Touched, 'overtaking'>,
  fields: readonly FieldVerdict[],
): FieldVerdict[] =>
  fields.map((one) => (one.verdict === 'restore' && overtaking.fields.includes(one.field) ? inConflict(one) : one));

export const overtakenReason = ({ fields, reason = OVERTAKEN }: Overtaking): string | null =>
  fields.length > 0 ? reason : null;

/** Another client changed these fields after the call. */
export const changedLater = ({ after }: Pick<Touched, 'after'>, fields: readonly string[]): Overtaking => ({
  isShown: true,
  fields,
  reason: after === null ? REMOVED_SINCE : PUT_SINCE,
});
