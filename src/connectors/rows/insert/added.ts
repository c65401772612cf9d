import { canonicalNumber } from '../../decimal.js';
import type { StatementEffect } from '../call/effect.js';
import type { Call } from '../call/payload.js';
import type { Response } from '../call/response.js';
import type { Snapshot } from '../capture/snapshot.js';
import type { Claim } from '../dialect.js';
import { cell } from '../table/row.js';
import type { Cell, Row } from '../table/table.js';
import { addedBy, isExactIn } from '../values/arithmetic.js';
import { minus, negated } from '../values/decimal.js';

/** The decimal numbers that the call adds, by column. */
export type Added = ReadonlyMap<string, string>;
type Of = Pick<Snapshot, 'columns' | 'triggers'>;

/**
 * The numbers that an update adds to columns that hold sums exactly, so that the resulting values are known. Nothing
 * counts as added when a trigger may add more. The same holds when the client reports no rows and the rows depend on
 * the moment, or fewer were touched than captured, because it is not known which.
 */
export function addedOf(call: Call, snapshot: Snapshot, { rows, rowCount }: Response): Added {
  const { query } = snapshot;
  const isPartial = rowCount !== null && rowCount < snapshot.rows.length;
  if (rows === null && (query?.moment || isPartial)) return new Map();
  return addedTo(snapshot, call, query);
}

/** Computes the added amounts before the call has run. */
export function addedTo({ columns, triggers }: Of, call: Call, query?: StatementEffect): Added {
  if (call.kind !== 'update' || triggers === 'some') return new Map();
  return new Map(
    columns.flatMap(({ name, type }): [string, string][] => {
      const added = query ? query.added?.[name] : expressionAdds(call, name);
      return added && isExactIn(type, added) ? [[name, added]] : [];
    }),
  );
}

/** The sums that the columns of a captured row were to become. */
export function sumsOf(row: Row, added: Added): Claim {
  return new Map(
    [...added].flatMap(([name, number]) => {
      const before = cell(row, name);
      if (before === null) return [];
      const text = minus(before, negated(number));
      return [
        [
          name,
          { text, isExact: true, fits: (now: Cell) => now !== null && canonicalNumber(now) === canonicalNumber(text) },
        ],
      ];
    }),
  );
}

function expressionAdds({ values, expressions }: Extract<Call, { kind: 'update' }>, name: string): string | null {
  const sql = expressions.includes(name) ? values[name] : undefined;
  return typeof sql === 'string' ? addedBy(sql, name) : null;
}
