import type { Json, JsonObject } from '../connector.js';
import { NotCapturable } from './resource.js';

/** The object, or an empty one for whatever else is there. */
export function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** An id out of what an agent reported. @throws NotCapturable when it is none */
export function idIn(reported: Json | undefined, member: string): string | number {
  const id = objectOf(reported)[member];
  if ((typeof id === 'string' && id !== '') || (typeof id === 'number' && Number.isSafeInteger(id))) return id;
  throw new NotCapturable(`the response names no ${member}`);
}
