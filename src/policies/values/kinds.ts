/** The kinds of JSON values that a comparison tells apart. */
export type Kind = 'text' | 'number' | 'flag' | 'list' | 'object' | 'null';

export function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'list';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
      return 'number';
    case 'boolean':
      return 'flag';
    default:
      return 'object';
  }
}

export function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
