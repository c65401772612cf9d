import type { Schema } from '../../platform/http/shape.js';

const BY_FORMAT: Readonly<Record<string, unknown>> = {
  uuid: '019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c',
  'date-time': '2026-01-02T03:04:05.678Z',
  date: '2026-01-02',
  email: 'ada@example.com',
};

/**
 * A value that fits a schema: its own example, or one made of its members.
 * @param schemas the schemas that it may refer to, by name
 */
export function sampleOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): unknown {
  const { $ref, examples, const: only, enum: values, anyOf, type, format, items, properties = {} } = schema;
  if (Array.isArray(examples)) return examples[0];
  if (only !== undefined) return only;
  if (Array.isArray(values)) return values[0];
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? '';
    return sampleOf(schemas[name] ?? {}, schemas);
  }
  if (Array.isArray(anyOf)) return sampleOf(anyOf[0], schemas);
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties as Record<string, Schema>).map(([name, member]) => [name, sampleOf(member, schemas)]),
      );
    case 'array':
      return [sampleOf(items as Schema, schemas)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return BY_FORMAT[String(format)] ?? 'text'.padEnd(Number(schema.minLength ?? 0), '.');
  }
}
