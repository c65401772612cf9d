import { CONDITION_OPERATORS } from '../../../../../src/contract/condition-operators.js';
import type { Json } from '../../../api/json';
import { policyWords as words } from '../../../words';
import type { Condition } from '../api';
import { WINDOW_OPERATORS } from './window';

/** Reads a condition that is typed as JSON. The service checks it; here it has to be an object. */
export function parsedCondition(text: string): { readonly value: Condition } | { readonly wrong: string } {
  try {
    const value: Json = JSON.parse(text);
    return isObject(value) ? { value: value as unknown as Condition } : { wrong: words.draft.notAnObject };
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : words.draft.invalidJson };
  }
}

/** Tells whether a typed object has the shape of a condition, so that it can be said in words and shown in rows. */
export function isCondition(value: unknown): value is Condition {
  if (!isObject(value)) return false;
  const { all, any = all, window, per, seconds, field, operator } = value;
  if (any !== undefined) return Array.isArray(any) && any.length > 0 && any.every(isCondition);
  if (window !== undefined)
    return (
      isObject(window) &&
      ('sum' in window ? typeof window.sum === 'string' : window.count === true) &&
      typeof per === 'string' &&
      typeof seconds === 'number' &&
      typeof value.value === 'number' &&
      WINDOW_OPERATORS.some((one) => one === operator)
    );
  return typeof field === 'string' && typeof operator === 'string' && Object.hasOwn(CONDITION_OPERATORS, operator);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
