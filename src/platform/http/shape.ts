/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 takes it. */
export type Schema = Readonly<Record<string, unknown>>;

declare const described: unique symbol;

/** A shape of any type. */
export interface AnyShape {
  readonly schema: Schema;
  /** The named shapes that `schema` refers to. */
  readonly named: Readonly<Record<string, Schema>>;
}

/**
 * The form of a part of an answer: `T` in TypeScript, `schema` on the wire. Both come from one definition, so a handler
 * that answers something else does not compile. A shape of fewer values is another type (`T` is invariant), so that a
 * status or an operator that is left out of a schema does not compile either.
 */
export interface Shape<T> extends AnyShape {
  readonly [described]?: (value: T) => T;
}

/** The TypeScript type of a shape. */
export type InferShape<S> = S extends Shape<infer T> ? T : never;

/** A member that is not always there. */
export interface Optional<T> {
  readonly optional: Shape<T>;
}

type AnyOptional = { readonly optional: AnyShape };
type Members = Readonly<Record<string, AnyShape | AnyOptional>>;
type InferMembers<M extends Members> = {
  readonly [K in keyof M as M[K] extends AnyOptional ? never : K]: InferShape<M[K]>;
} & { readonly [K in keyof M as M[K] extends AnyOptional ? K : never]?: M[K] extends Optional<infer T> ? T : never };

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const leaf = <T>(schema: Schema): Shape<T> => ({ schema, named: {} });

/** Any text; its example is shown in the document. */
export const text = (example = 'text'): Shape<string> => leaf({ type: 'string', examples: [example] });
/** A leaf that nearly every answer has: the document shows it once. */
const common = (name: string, schema: Schema): Shape<string> => ({
  schema: { $ref: `#/components/schemas/${name}` },
  named: { [name]: { type: 'string', ...schema } },
});
export const id = common('Id', {
  format: 'uuid',
  description: 'UUID.',
  examples: ['019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c'],
});
export const time = common('Time', {
  format: 'date-time',
  description: 'ISO 8601, UTC, milliseconds.',
  examples: ['2026-01-02T03:04:05.678Z'],
});
export const day = leaf<string>({
  type: 'string',
  format: 'date',
  description: 'A day in UTC.',
  examples: ['2026-01-02'],
});
export const hash = common('Sha256', {
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256, in hex.',
  examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
});
export const count = leaf<number>({ type: 'integer', minimum: 0, examples: [2] });
export const number = leaf<number>({ type: 'number', examples: [500] });
export const ratio = leaf<number>({ type: 'number', minimum: 0, maximum: 1, examples: [0.25] });
export const percent = leaf<number>({ type: 'number', minimum: 0, maximum: 100, examples: [97.5] });
export const nothing = leaf<null>({ type: 'null' });
export const flag = leaf<boolean>({ type: 'boolean', examples: [true] });

/** Any JSON by contract: a value that a client or a provider sent. */
export const json: Shape<Json> = {
  schema: { $ref: '#/components/schemas/Json' },
  named: {
    Json: {
      description: 'Any JSON: what a client sent, or a provider answered.',
      anyOf: [
        { type: ['null', 'boolean', 'number', 'string'] },
        { type: 'array', items: { $ref: '#/components/schemas/Json' } },
        { type: 'object', additionalProperties: { $ref: '#/components/schemas/Json' } },
      ],
      examples: [{ amount: 1200 }],
    },
  },
};
/** The same, where it is an object. */
export const jsonObject: Shape<{ [key: string]: Json }> = {
  schema: { $ref: '#/components/schemas/JsonObject' },
  named: {
    ...json.named,
    JsonObject: {
      description: 'A JSON object whose members are free.',
      type: 'object',
      additionalProperties: { $ref: '#/components/schemas/Json' },
      examples: [{ amount: 1200 }],
    },
  },
};

export const oneOf = <const V extends readonly string[]>(...values: V): Shape<V[number]> =>
  leaf({ type: 'string', enum: [...values] });

export const literal = <const V extends string | boolean>(value: V): Shape<V> => leaf({ const: value });

export const listOf = <T>(item: Shape<T>): Shape<readonly T[]> => ({
  schema: { type: 'array', items: item.schema },
  named: item.named,
});

/** An object with one member of the same shape for each of many names. */
export const eachOf = <K extends string, T>(names: readonly K[], item: Shape<T>): Shape<Readonly<Record<K, T>>> => ({
  schema: {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, item.schema])),
    required: [...names],
    additionalProperties: false,
  },
  named: item.named,
});

/** An object with members of one shape under names that are not known beforehand. */
export const mapOf = <T>(example: string, item: Shape<T>): Shape<Readonly<Record<string, T>>> => ({
  schema: {
    type: 'object',
    additionalProperties: item.schema,
    examples: [{ [example]: (item.schema.examples as unknown[])[0] }],
  },
  named: item.named,
});

/** The shape, or null. */
export const orNull = <T>({ schema, named }: Shape<T>): Shape<T | null> => {
  const { type, enum: values, examples, ...rest } = schema;
  if (typeof type !== 'string' || type === 'object' || type === 'array')
    return { schema: { anyOf: [schema, { type: 'null' }] }, named };
  const nullable = { ...rest, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
  return { schema: { ...nullable, ...(examples !== undefined && { examples }) }, named };
};

/** Accepts any one of several shapes. */
export const union = <S extends readonly AnyShape[]>(...shapes: S): Shape<InferShape<S[number]>> => ({
  schema: { anyOf: shapes.map(({ schema }) => schema) },
  named: Object.assign({}, ...shapes.map(({ named }) => named)),
});

/** Gives a shape another type, for code whose type is wider than the schema. */
export const typed = <T>(shape: AnyShape): Shape<T> => shape;

export const optional = <T>(shape: Shape<T>): Optional<T> => ({ optional: shape });

/** An object that has these members and no other. */
export function object<M extends Members>(members: M): Shape<InferMembers<M>> {
  const shapes = Object.entries(members).map(([name, one]) => [name, 'optional' in one ? one.optional : one] as const);
  const required = Object.entries(members).flatMap(([name, one]) => ('optional' in one ? [] : [name]));
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(shapes.map(([name, { schema }]) => [name, schema])),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    named: Object.assign({}, ...shapes.map(([, { named }]) => named)),
  };
}

/** Adds a description to a shape. */
export const describe = <T>(description: string, { schema, named }: Shape<T>): Shape<T> => ({
  schema: { ...schema, description },
  named,
});

/** A shape that the document shows under a name of its own, once. */
export const named = <T>(name: string, description: string, shape: Shape<T>): Shape<T> => ({
  schema: { $ref: `#/components/schemas/${name}` },
  named: { ...shape.named, [name]: { description, ...shape.schema } },
});
