import {
  CONDITION_OPERATORS,
  type ConditionOperator,
  type OperatorValues,
} from '../../../../../src/contract/condition-operators.js';
import type { Json } from '../../../api/json';
import { policyWords as words } from '../../../words';

export type Operator = ConditionOperator;

type Read = { readonly value: Json } | { readonly wrong: string };

const MOST_VALUES = 1_000;
/** Returns the kind of an operator's value, which decides how it is typed. */
export const kindOf = (operator: Operator): keyof OperatorValues => CONDITION_OPERATORS[operator].takes;
/** Tells whether the operator takes one value a line. */
export const isList = (operator: Operator) => ['list', 'texts'].includes(kindOf(operator));

/** `500` is a number, `true` a truth value, `"500"` and everything that is no JSON a text. */
function jsonOrText(text: string): Json {
  const trimmed = text.trim();
  try {
    const value: Json = JSON.parse(trimmed);
    // Digits that a number would change are the text that they are, such as a long id.
    return typeof value === 'number' && !isKept(value, trimmed) ? trimmed : value;
  } catch {
    return trimmed;
  }
}

const isKept = (value: number, text: string) =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)) && text.length <= 17;

/** The value of a comparison, as it was typed. */
export function readValue(operator: Operator, text: string): Read {
  switch (kindOf(operator)) {
    case 'flag':
      return { value: text !== 'false' };
    case 'text':
      return text === '' ? { wrong: words.value.missing } : { value: text };
    case 'number': {
      const number = Number(text);
      return text.trim() === '' || !Number.isFinite(number) ? { wrong: words.value.number } : { value: number };
    }
    case 'list':
      return readLines(text, jsonOrText);
    case 'texts': {
      const read = readLines(text, (line) => line);
      return 'value' in read && read.value.length === 1 ? { value: read.value[0] ?? '' } : read;
    }
    case 'json':
      return text.trim() === '' ? { wrong: words.value.missingJson } : { value: jsonOrText(text) };
  }
}

function readLines(
  text: string,
  read: (line: string) => Json,
): { readonly value: Json[] } | { readonly wrong: string } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return { wrong: words.value.noLines };
  if (lines.length > MOST_VALUES) return { wrong: words.value.tooManyLines(MOST_VALUES) };
  return { value: lines.map(read) };
}

/** A value as {@link readValue} reads it back. */
export function writtenValue(operator: Operator, value: Json): string {
  const kind = kindOf(operator);
  if (kind === 'texts') return [value].flat().join('\n');
  if (kind === 'list' && Array.isArray(value)) return value.map(one).join('\n');
  return kind === 'text' && typeof value === 'string' ? value : one(value);
}

const one = (value: Json) =>
  typeof value === 'string' && !value.includes('\n') && value.trim() !== '' && jsonOrText(value) === value
    ? value
    : JSON.stringify(value);

/** Describes the value that a text was parsed as, if that may surprise: `the number 500`. */
export function takenFor(value: Json): string {
  if (typeof value === 'string') return words.value.text;
  if (typeof value === 'number') return words.value.isNumber;
  if (typeof value === 'boolean') return words.value.isBoolean;
  if (value === null) return words.value.isNull;
  return Array.isArray(value) ? words.value.isList : words.value.isObject;
}
