import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../connector.js';
import { sum } from '../decimal.js';
import type { Clause, Operand, Path } from './update-expression.js';

/** What an update adds to whole attributes that are numbers, as decimal text. */
export function addedBy(clauses: readonly Clause[]): Readonly<Record<string, string>> {
  const whole = clauses.filter(({ path }) => clauses.filter((one) => one.path[0] === path[0]).length === 1);
  return Object.fromEntries(
    whole.flatMap((clause) => {
      const by = clause.path.length === 1 ? numberAdded(clause) : null;
      return by === null ? [] : [[clause.path[0], by]];
    }),
  );
}

/** The number without what was added; null: it is none. */
export function minus(value: Json, by: string): Json {
  const { N } = (value ?? {}) as { N?: string };
  const rest = N === undefined ? null : sum(N, -1, by);
  return rest === null ? null : { N: rest };
}

function numberAdded(clause: Clause): string | null {
  if (clause.does === 'ADD') return numberIn({ is: 'value', value: clause.value });
  if (clause.does !== 'SET' || clause.to.is !== 'sum') return null;
  const { one, sign, other } = clause.to;
  if (isOf(one, clause.path)) return numberIn(other, sign);
  return sign === 1 && isOf(other, clause.path) ? numberIn(one) : null;
}

const isOf = (operand: Operand, path: Path) =>
  (operand.is === 'path' || operand.is === 'if_not_exists') && isDeepStrictEqual(operand.path, path);

function numberIn(operand: Operand, sign: 1 | -1 = 1): string | null {
  const { N } = (operand.is === 'value' ? operand.value : {}) as { N?: string };
  return N === undefined ? null : sum('0', sign, N);
}
