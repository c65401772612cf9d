import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../connector.js';
import type { Reading, Replaced } from '../resource.js';

/** States whether the captured state was still there when the call came. */
export interface Overtaking {
  /** True when a change by another client would have been noticed. */
  readonly isShown: boolean;
  /** The fields of the call whose captured value is not the replaced one, or may not be. */
  readonly fields: readonly string[];
  /** Absent when another client changed them between the capture and the call. */
  readonly reason?: string;
}

/**
 * Compares the captured state with the state that the call replaced.
 * @param own fields that the call gave another value
 */
export function overtakingOf(before: Reading | null, own: readonly string[], reported: Replaced): Overtaking {
  if (own.length === 0) return seen([]);
  if (reported.version !== undefined && before?.version !== undefined)
    return before.version === reported.version ? seen([]) : seen(own);
  if (isOtherBeside(before, own, reported.beside)) return seen(own);
  const { fields, isWhole = false } = reported;
  if (fields === undefined) return UNSEEN;
  if (fields === null) return seen(before === null ? [] : own);
  if (before === null) return Object.values(fields).some((value) => value !== null) ? seen(own) : UNSEEN;
  return {
    isShown: isWhole || own.every((field) => field in fields),
    fields: own.filter((field) => (isWhole || field in fields) && !isEqualIn(field, before.fields, fields)),
  };
}

const UNSEEN: Overtaking = { isShown: false, fields: [] };
const seen = (fields: readonly string[]): Overtaking => ({ isShown: true, fields });
export const NOT_OVERTAKEN = seen([]);

const isOtherBeside = (before: Reading | null, own: readonly string[], beside: JsonObject = {}) =>
  before !== null &&
  Object.keys(beside).some((field) => !own.includes(field) && !isEqualIn(field, before.fields, beside));

const isEqualIn = (field: string, one: JsonObject, other: JsonObject) =>
  isDeepStrictEqual(one[field] ?? null, other[field] ?? null);
