import { isObject } from '../../../platform/json.js';
import type { Json } from '../../connector.js';

/** Checks for reading a snapshot back. */
export function isListOf(value: Json | undefined, test: (item: Json) => boolean): boolean {
  return Array.isArray(value) && value.every(test);
}

/** Column → text or null. */
export function isRow(value: Json | undefined): boolean {
  return isObject(value) && Object.values(value).every((item) => item === null || typeof item === 'string');
}
