type Part = Readonly<Record<string, unknown>>;
type Parts = Record<string, Part>;

/** Parts that several routes have are written once, among the components, and routes refer to them. */
export class Shared {
  readonly parts: Parts = {};
  private readonly known = new Map<string, string>();

  /** @param section the section of the components: `parameters` or `headers` */
  constructor(private readonly section: string) {}

  /** The reference to an equal part. @param name the name of the first part that has it; others get a number */
  refer(name: string, part: Part): Part {
    const text = JSON.stringify(part);
    const key = this.known.get(text) ?? this.newKey(name);
    this.known.set(text, key);
    this.parts[key] = part;
    return { $ref: `#/components/${this.section}/${key}` };
  }

  private newKey(name: string): string {
    for (let number = 1; ; number++) {
      const key = number === 1 ? name : `${name}.${number}`;
      if (!(key in this.parts)) return key;
    }
  }
}

/** The document without the examples of single schemas; each body and answer has an example of its own. */
export function withoutSchemaExamples<T>(document: T): T {
  if (Array.isArray(document)) return document.map(withoutSchemaExamples) as T;
  if (typeof document !== 'object' || document === null) return document;
  const kept = Object.entries(document).filter(([key, value]) => !(key === 'examples' && Array.isArray(value)));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, key === 'example' || key === 'value' ? value : withoutSchemaExamples(value)]),
  ) as T;
}
