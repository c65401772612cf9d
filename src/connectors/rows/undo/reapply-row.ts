/** Decides about one row whose undo is undone; imports no I/O. */
import type { FieldReport, ItemReport } from '../../connector.js';
import { cell } from '../table/row.js';
import type { Row } from '../table/table.js';
import { decideField, itemOf } from '../values/compare.js';
import type { KeptRow } from './kept.js';
import type { OnConflict } from './restore.js';

export interface RowDecision {
  readonly item: ItemReport;
  readonly write: 'none' | 'insert' | 'update' | 'remove';
  /** The columns of an update. */
  readonly columns: readonly string[];
}

interface Compared extends KeptRow {
  readonly resource: string;
  readonly now: Row | null;
  /** Rows of this table point at it, and would go with it. */
  readonly holder: string | undefined;
}

/**
 * Decides field by field, as in a rollback: a field that still holds the undo's value returns to the value that the
 * undo found.
 */
export function decideRow(
  { before, after, now, columns, resource, holder }: Compared,
  onConflict: OnConflict,
): RowDecision {
  const none = (item: ItemReport): RowDecision => ({ item, write: 'none', columns: [] });
  const whole = (is: Row | null) => (is === null ? 'deleted' : 'present');
  const row = (result: Exclude<FieldReport['result'], 'untouched'>, why: string | null = null): ItemReport => ({
    resource,
    result,
    fields: [{ field: '(row)', before: whole(before), after: whole(after), now: why ?? whole(now), result }],
  });
  if (before === null) {
    if (now === null) return none(row('already-restored'));
    if (holder !== undefined) return none(row('conflict', `rows of ${holder} point at it`));
    const item = itemOf(resource, differences(after ?? {}, now, onConflict));
    if (item.result === 'conflict') return none(item);
    return { item: item.result === 'forced' ? item : row('restored'), write: 'remove', columns: [] };
  }
  if (now === null) {
    if (after === null) return { item: row('restored'), write: 'insert', columns: [] };
    return onConflict === 'force' ? { item: row('forced'), write: 'insert', columns: [] } : none(row('conflict'));
  }
  const wanted = columns.filter((name) => cell(before, name) !== (after && cell(after, name)) || after === null);
  const fields = wanted.map((name) => {
    const left = after === null ? [] : [cell(after, name)];
    const [was, is] = [cell(before, name), cell(now, name)];
    return decideField({ name, before: was, after: left, now: is, isAsBefore: was === is }, onConflict);
  });
  const written = fields.filter(({ result }) => result === 'restored' || result === 'forced');
  const item = itemOf(resource, fields);
  return { item, write: written.length > 0 ? 'update' : 'none', columns: written.map(({ field }) => field) };
}

/**
 * The differences of a row that is to be deleted: values that another client wrote in it are deleted only if that is
 * forced.
 */
function differences(after: Row, now: Row, onConflict: OnConflict): FieldReport[] {
  const names = Object.keys(after).filter((name) => cell(after, name) !== cell(now, name));
  const result = onConflict === 'force' ? 'forced' : 'conflict';
  return names.map((field) => ({ field, before: null, after: cell(after, field), now: cell(now, field), result }));
}
