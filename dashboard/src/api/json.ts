/** A value of a JSON text. */
export type Json = string | number | boolean | null | Json[] | JsonObject;

export interface JsonObject {
  [member: string]: Json;
}

/** Neither a list nor null. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
