import type { Json } from '../json.js';

interface Schema {
  readonly type?: unknown;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** The least that fits a tool's output schema, for a call that is only simulated. */
export function sampleOf(schema: unknown): Json {
  const { type, enum: choices, const: only, properties = {}, required = [] } = (schema ?? {}) as Schema;
  if (only !== undefined) return only;
  if (choices?.[0] !== undefined) return choices[0];
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name])]));
    case 'array':
      return [];
    case 'number':
    case 'integer':
      return 0;
    case 'boolean':
      return false;
    case 'string':
      return 'simulated';
    default:
      return null;
  }
}
