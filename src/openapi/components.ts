import { DOCUMENTED } from '../platform/http/documented.js';
import { type AnyShape, orNull, type Schema } from '../platform/http/shape.js';
import { sampleOf } from './examples/sample.js';
import { Shared } from './shared.js';

export type Schemas = Record<string, Schema>;

/** The named schemas of the document, as its parts bring them. */
export class Components {
  readonly schemas: Schemas = {};
  readonly parameters = new Shared('parameters');
  readonly headers = new Shared('headers');
  /** The schemas by their names in the document. */
  private readonly inputs: Schemas;

  /** @param inputs the schemas of bodies and queries, by their class */
  constructor(inputs: Schemas) {
    this.inputs = Object.fromEntries(
      Object.entries(inputs).map(([className, schema]) => [nameOf(className), this.documented(schema) as Schema]),
    );
  }

  /** The schema of a shape; schemas that it refers to are stored. */
  take({ schema, named }: AnyShape): Schema {
    for (const [name, one] of Object.entries(named)) this.keep(name, one);
    return schema;
  }

  /** The schema of a body, by its class, with the bodies inside it. */
  body(className: string): Schema {
    const name = nameOf(className);
    this.keepInput(name);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** The members of a query, by its class. */
  ofQuery(className: string): { properties: Schemas; required: readonly string[] } {
    const { properties = {}, required = [] } = this.inputs[nameOf(className)] ?? {};
    return { properties: properties as Schemas, required: required as string[] };
  }

  /**
   * The content of a body or an answer.
   * @param example the example, when it differs from that of the schema
   */
  json(schema: Schema, example = sampleOf(schema, this.schemas)) {
    return { 'application/json': { schema, example } };
  }

  private keepInput(name: string): void {
    const schema = this.inputs[name];
    if (!schema || this.schemas[name]) return;
    this.keep(name, schema);
    for (const [, inner = ''] of JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g))
      this.keepInput(inner);
  }

  private keep(name: string, schema: Schema): void {
    const other = this.schemas[name];
    if (other && JSON.stringify(other) !== JSON.stringify(schema)) throw new Error(`two schemas are named ${name}`);
    this.schemas[name] = schema;
  }

  /** Converts the validation's schema of an input into the form of the document. */
  private documented(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.documented(one));
    if (typeof value !== 'object' || value === null) return value;
    const { nullable, ...rest } = value as Schema;
    if (rest[DOCUMENTED]) return this.take(rest[DOCUMENTED] as AnyShape);
    if (typeof rest.$ref === 'string') return { $ref: `#/components/schemas/${nameOf(rest.$ref)}` };
    const schema = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, this.documented(one)]));
    return nullable ? orNull({ schema, named: {} }).schema : schema;
  }
}

/** `CreateSessionDto` as the document calls it: answers have the plain names. */
const nameOf = (className: string) => (className.split('/').at(-1) ?? '').replace(/Dto$/, 'Body');
