import type { Json, JsonObject } from '../connector.js';
import { sum } from '../decimal.js';
import { type Address, NotCapturable, type Sums } from '../resource/resource.js';
import { clausesOf } from './changes.js';
import { keyOf } from './item.js';
import type { Clause, Operand } from './update-expression.js';

/** These are attributes that an UpdateExpression adds to, as in `ADD n :x` and `SET n = if_not_exists(n, :zero) + :x`. */
export const sums: Sums = {
  added: (payload) => Object.fromEntries(clausesIn(payload).flatMap(additionOf)),
  declared: ({ table }, field) => `${table}.${field}`,
  less: (now, amount) => {
    const number = numberIn(now);
    const left = number === null ? null : sum(number, -1, amount);
    return left === null ? null : { N: left };
  },
  key: (address: Address) => Object.keys(keyOf(address)),
};

function clausesIn(payload: JsonObject): Clause[] {
  try {
    return clausesOf(payload);
  } catch (error) {
    if (error instanceof NotCapturable) return [];
    throw error;
  }
}

/** Answers the name of an attribute and the amount that the clause adds to it; nothing for a part of an attribute. */
function additionOf(clause: Clause): [string, string][] {
  const [name, ...rest] = clause.path;
  if (rest.length > 0) return [];
  const amount =
    clause.does === 'ADD' ? numberIn(clause.value) : clause.does === 'SET' ? addedBy(clause.to, name) : null;
  return amount === null ? [] : [[name, amount]];
}

function addedBy(operand: Operand, name: string): string | null {
  if (operand.is !== 'sum') return null;
  const { one, sign, other } = operand;
  if (isFormer(one, name) && other.is === 'value') return signed(numberIn(other.value), sign);
  return sign === 1 && isFormer(other, name) && one.is === 'value' ? numberIn(one.value) : null;
}

const isFormer = (operand: Operand, name: string): boolean =>
  (operand.is === 'path' || operand.is === 'if_not_exists') && operand.path.length === 1 && operand.path[0] === name;

const signed = (number: string | null, sign: 1 | -1) => (number === null ? null : sum('0', sign, number));

function numberIn(value: Json): string | null {
  const { N } = (value ?? {}) as { N?: Json };
  return typeof N === 'string' ? N : null;
}
