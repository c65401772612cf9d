/** Subtracts a call's amount from the present number, when an operator chooses it; imports no I/O. */
import type { FieldReport, Trace } from '../../connector.js';
import type { Added } from '../insert/added.js';
import { minus, scaleOf } from '../values/decimal.js';

/** The operator's choice about the sums of one call, and the notes of earlier tries. */
export interface Subtracting {
  /** True when the operator chose it for this undo, by name, in the report of a conflict. */
  readonly isChosen: boolean;
  /** `schema.table.column` of each column that an operator declared as a counter. */
  readonly counters: readonly string[];
  earlier(place: string): Trace | null;
  /** Filled here; kept before COMMIT. */
  readonly traces: Trace[];
}

export const NO_SUBTRACTING: Subtracting = { isChosen: false, counters: [], earlier: () => null, traces: [] };

/** `public.accounts.balance, public.carts.items`; names are compared as the database writes them. */
export const countersIn = (declared = ''): string[] => declared.split(/[\s,]+/).filter((one) => one !== '');

interface Sum {
  readonly resource: string;
  /** `schema.table` */
  readonly table: string;
  readonly added: Added;
}

/**
 * The decision on a field in conflict, and the value to write; null for the captured value, or none. A subtraction is
 * not repeated: the trace of an earlier try shows whether it wrote.
 */
export function subtracted(
  field: FieldReport,
  { resource, table, added }: Sum,
  { isChosen, counters, earlier, traces }: Subtracting,
): { readonly field: FieldReport; readonly to: string | null } {
  const amount = added.get(field.field);
  const now = field.now;
  if (field.result !== 'conflict' || amount === undefined || typeof now !== 'string' || scaleOf(now) === null)
    return { field, to: null };
  const place = `${resource} ${field.field}`;
  const noted = earlier(place)?.written;
  if (noted?.wrote === now) return { field: { ...field, result: 'already-restored' }, to: null };
  const isDeclared = counters.includes(`${table}.${field.field}`);
  const isUnseenChange = noted !== undefined && noted.seen !== now;
  if (!(isChosen || isDeclared) || isUnseenChange) return { field: { ...field, added: amount }, to: null };
  const to = minus(now, amount);
  traces.push({ resource: place, sentAt: null, written: { seen: now, wrote: to } });
  return { field: { ...field, result: isChosen ? 'forced' : 'restored', added: amount }, to };
}
