import type { Schema } from '../platform/http/shape.js';

/** A schema without a description of its contents counts as missing. */
export class UndescribedError extends Error {}

/**
 * Searches a part of the document.
 * @throws UndescribedError when a schema is a plain object, or has no description
 */
export function requireDescribed(part: unknown, at: string): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, one] of Object.entries(part)) {
    if (key === 'schema') requireDescribedSchema(one, `${at}/${key}`);
    else if (key !== 'example') requireDescribed(one, `${at}/${key}`);
  }
}

/** Checks a schema itself, as `requireDescribed` does. */
export function requireDescribedSchema(schema: Schema, at: string): void {
  if (!isDescribed(schema)) throw new UndescribedError(`${at} does not say what it holds`);
  const { properties = {}, items, additionalProperties, anyOf = [], allOf = [] } = schema;
  const alternatives = [anyOf, allOf].flat() as Schema[];
  for (const [name, one] of [...Object.entries(properties as Record<string, Schema>), ...alternatives.entries()])
    requireDescribedSchema(one, `${at}/${name}`);
  for (const one of [items, additionalProperties])
    if (typeof one === 'object') requireDescribedSchema(one as Schema, `${at}/*`);
}

function isDescribed(schema: Schema): boolean {
  if (['$ref', 'anyOf', 'allOf', 'const', 'enum'].some((key) => key in schema)) return true;
  if (schema.type === undefined) return false;
  if (schema.type === 'array') return schema.items !== undefined;
  return schema.type !== 'object' || 'properties' in schema || typeof schema.additionalProperties === 'object';
}
