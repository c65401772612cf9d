type Schema = Readonly<Record<string, unknown>>;

const DEEPEST = 3;

/** Lists the paths into the values of a JSON schema; `*` stands for each member of a list. */
export function pathsOf(schema: Schema, path: string, depth = 0): string[] {
  const here = depth === 0 ? [] : [path];
  if (depth > DEEPEST) return [];
  const members = Object.entries(objectAt(schema, 'properties') ?? {}).flatMap(([name, member]) =>
    name.includes('.') ? [] : pathsOf(member as Schema, `${path}.${name}`, depth + 1),
  );
  const items = objectAt(schema, 'items');
  return [...here, ...members, ...(items ? pathsOf(items, `${path}.*`, depth + 1) : [])];
}

function objectAt(schema: Schema, name: string): Schema | null {
  const value = schema[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : null;
}
