import { isObject } from '../../platform/json.js';
import type { Json, JsonObject } from '../connector.js';
import { NotCapturable } from '../resource/resource.js';

export const text = { type: 'string', minLength: 1 };
/** Parameters of every method that determine the form of its answer, and not its effect. */
export const standard = {
  ...{ fields: text, alt: text, key: text, quotaUser: text, userIp: text },
  prettyPrint: { type: 'boolean' },
};
export const texts = { type: 'array', items: text, maxItems: 100 };

/** @throws NotCapturable */
export function textIn(payload: JsonObject, name: string): string {
  const value = payload[name];
  if (typeof value !== 'string' || value === '') throw new NotCapturable(`"${name}" is missing`);
  return value;
}

export function textsIn(payload: JsonObject, name: string): readonly string[] {
  const value = payload[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** An object in a payload or response; empty when there is none. */
export function objectIn(payload: Json | undefined, name?: string): JsonObject {
  const value = name === undefined ? payload : objectIn(payload)[name];
  return isObject(value) ? value : {};
}

/**
 * The id of the resource that a call made; null when the response is not known yet.
 * @throws NotCapturable
 */
export function createdId(response: Json | undefined): string | null {
  return response === undefined ? null : textIn(objectIn(response), 'id');
}
