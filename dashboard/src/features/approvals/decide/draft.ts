import { isObject, type Json, type JsonObject } from '../../../api/json';
import { inboxWords as words } from '../../../words';

/** Parses the arguments from JSON text, or returns the fault of the text. */
export function parsed(text: string): { payload: JsonObject } | { error: string } {
  try {
    const payload: Json = JSON.parse(text);
    if (isObject(payload)) return { payload };
    return { error: words.draft.notAnObject };
  } catch (error) {
    return { error: error instanceof Error ? error.message : words.draft.invalidJson };
  }
}

export const written = (payload: JsonObject) => JSON.stringify(payload, null, 2);

/** The input for one argument, or for a member of one. */
export interface Field {
  /** Its name, after the names of the objects that contain it. */
  readonly path: readonly string[];
  readonly kind: 'text' | 'number' | 'boolean' | 'choice';
  readonly choices: readonly string[];
  readonly isRequired: boolean;
  readonly description: string | undefined;
}

interface Property {
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

const DEEPEST = 3;

/** The arguments that a form can show, by the schema of the operation; all others are edited as JSON. */
export const fieldsOf = (schema: JsonObject | undefined, payload: JsonObject): Field[] =>
  fieldsIn((schema ?? {}) as Property, payload, []);

function fieldsIn({ properties = {}, required = [] }: Property, value: JsonObject, above: readonly string[]): Field[] {
  const names = [...new Set([...Object.keys(value), ...required])];
  return names.flatMap((name) => {
    const property = properties[name] ?? {};
    const [path, member] = [[...above, name], value[name]];
    if (isObject(member)) return path.length < DEEPEST ? fieldsIn(property, member, path) : [];
    const kind = kindOf(property, member);
    if (!kind) return [];
    const choices = kind === 'choice' ? (property.enum ?? []).map(String) : [];
    return [{ path, kind, choices, isRequired: required.includes(name), description: property.description }];
  });
}

/** Returns the value at a path. */
export function valueAt(payload: JsonObject, [name = '', ...inner]: readonly string[]): Json | undefined {
  const value = payload[name];
  if (inner.length === 0) return value;
  return isObject(value) ? valueAt(value, inner) : undefined;
}

/**
 * Returns the arguments with another value at a path, in the same position, so that the JSON beside the form does not
 * jump.
 */
export function withValue(
  payload: JsonObject,
  [name = '', ...inner]: readonly string[],
  value: Json | undefined,
): JsonObject {
  const member = payload[name];
  const now = inner.length === 0 ? value : withValue(isObject(member) ? member : {}, inner, value);
  if (now !== undefined) return { ...payload, [name]: now };
  const { [name]: _, ...others } = payload;
  return others;
}

function kindOf({ type, enum: choices }: Property, value: Json | undefined): Field['kind'] | null {
  if (choices?.every((choice) => typeof choice === 'string')) return 'choice';
  const declared = Array.isArray(type) ? type.filter((one) => one !== 'null') : type ? [type] : [];
  const known = declared.length === 1 ? declared[0] : typeof value;
  // If the agent's value does not match the schema, the value decides.
  if (value !== undefined && typeof value !== (known === 'integer' ? 'number' : known)) return null;
  if (known === 'string') return 'text';
  if (known === 'integer' || known === 'number') return 'number';
  return known === 'boolean' ? 'boolean' : null;
}
