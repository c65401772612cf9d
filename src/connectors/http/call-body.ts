import type { Json, JsonObject } from '../connector.js';
import { NotCapturable } from '../resource/resource.js';
import { objectOf } from '../resource/response.js';
import type { Declaration } from './declaration.js';
import { membersOf, nameIn } from './template.js';

/**
 * The fields that a call sets, by its body and the declaration. Each member of the body is a field or is declared as
 * ignored; any other member makes the call impossible to capture, because its effect could not be undone.
 * @param before the captured fields; null when there were none, or they are not known yet
 * @throws NotCapturable
 */
export function fieldsOf(declaration: Declaration, body: Json | undefined, before: JsonObject | null): JsonObject {
  const { method, sets, ignored = [], capture } = declaration;
  const own = membersAt(declaration, body);
  const names = Object.keys(own).filter((name) => !ignored.includes(name));
  if (sets) return declaredFields(sets, own, names);
  if (names.length === 0) throw new NotCapturable('the body of the call names no field');
  // A PATCH of a field that is not there may be an action, such as `{ "increment": 5 }`.
  const known = capture.fields ?? (method === 'PATCH' && before ? Object.keys(before) : null);
  const unknown = names.find((name) => known && !known.includes(name));
  if (unknown !== undefined) throw notRead(unknown);
  return Object.fromEntries(names.map((name) => [name, own[name] ?? null]));
}

/** @throws NotCapturable for a body of a call that takes none */
export function assertNoBody(body: Json | undefined): void {
  if (body !== undefined && body !== null) throw new NotCapturable('nothing says what the body of the call does');
}

/** The effects of the body's members that are declared as ignored, one sentence each. */
export function ignoredIn({ at = '', ignored = [] }: Declaration, body: Json | undefined): string[] {
  const way = membersOf(at);
  const names = new Set<string>();
  for (let held = body, depth = 0; depth <= way.length; held = objectOf(held)[way[depth++] ?? ''])
    for (const name of Object.keys(objectOf(held))) if (ignored.includes(name)) names.add(name);
  return [...names].map((name) => `What ${JSON.stringify(name)} in the body of the call did stays.`);
}

function membersAt({ at = '', sets, ignored = [] }: Declaration, body: Json | undefined): JsonObject {
  if (sets && (body === undefined || body === null)) return {};
  let held = body;
  for (const name of membersOf(at)) {
    const beside = Object.keys(objectOf(held)).find((one) => one !== name && !ignored.includes(one));
    if (beside !== undefined) throw notRead(beside);
    held = objectOf(held)[name];
  }
  if (typeof held !== 'object' || held === null || Array.isArray(held))
    throw new NotCapturable(`the body of the call is not a JSON object of fields${at && ` at ${at}`}`);
  return held;
}

/** The fields of an action: the declaration holds the values, or names the member of the body that does. */
function declaredFields(sets: JsonObject, own: JsonObject, names: readonly string[]): JsonObject {
  const used = new Set<string>();
  const fields = Object.entries(sets).flatMap(([field, value]): [string, Json][] => {
    const name = nameIn(value);
    if (name === undefined) return [[field, value]];
    used.add(name);
    return Object.hasOwn(own, name) ? [[field, own[name] ?? null]] : [];
  });
  const unused = names.find((name) => !used.has(name));
  if (unused !== undefined) throw notRead(unused);
  return Object.fromEntries(fields);
}

const notRead = (name: string) =>
  new NotCapturable(`nothing says what ${JSON.stringify(name)} in the body of the call does`);
