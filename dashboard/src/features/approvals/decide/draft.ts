import type { Json, JsonObject } from '../../../api/json';

/** The arguments as JSON text, or what is wrong with the text. */
export function parsed(text: string): { payload: JsonObject } | { error: string } {
  try {
    const payload: Json = JSON.parse(text);
    if (typeof payload === 'object' && payload !== null && !Array.isArray(payload))
      return { payload: payload as JsonObject };
    return { error: 'The arguments are an object: { … }.' };
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'This is no JSON.' };
  }
}

export const written = (payload: JsonObject) => JSON.stringify(payload, null, 2);

/** How one argument is edited. */
export interface Field {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'boolean' | 'choice';
  readonly choices: readonly string[];
  readonly isRequired: boolean;
  readonly description: string | undefined;
}

interface Property {
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly description?: string;
}

/** The arguments that a form can show, by the schema of the operation; all others are edited as JSON. */
export function fieldsOf(schema: JsonObject | undefined, payload: JsonObject): Field[] {
  const properties = (schema?.properties ?? {}) as Record<string, Property>;
  const required = (schema?.required ?? []) as readonly string[];
  const names = [...new Set([...Object.keys(payload), ...required])];
  return names.flatMap((name) => {
    const property = properties[name] ?? {};
    const kind = kindOf(property, payload[name]);
    if (!kind) return [];
    const choices = kind === 'choice' ? (property.enum ?? []).map(String) : [];
    return [{ name, kind, choices, isRequired: required.includes(name), description: property.description }];
  });
}

function kindOf({ type, enum: choices }: Property, value: Json | undefined): Field['kind'] | null {
  if (choices?.every((choice) => typeof choice === 'string')) return 'choice';
  const declared = Array.isArray(type) ? type.filter((one) => one !== 'null') : type ? [type] : [];
  const known = declared.length === 1 ? declared[0] : typeof value;
  // What the agent sent decides where it is not what the schema says.
  if (value !== undefined && typeof value !== (known === 'integer' ? 'number' : known)) return null;
  if (known === 'string') return 'text';
  if (known === 'integer' || known === 'number') return 'number';
  return known === 'boolean' ? 'boolean' : null;
}
