import type { JsonObject } from '../connector.js';
import { isOneSegment } from '../resource/requests/url-path.js';
import { NotCapturable } from '../resource/resource.js';
import { objectOf } from '../resource/response.js';

type Fields = Readonly<Record<string, unknown>>;

/** The values of the braces where a path is like the template; null when it is not. */
export function match(template: string, actual: string): Record<string, string> | null {
  const [wanted, given] = [template.split('/'), actual.split('/')];
  if (wanted.length !== given.length) return null;
  const found: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const segment = given[index] ?? '';
    const name = braceIn(part);
    if (name && segment !== '') found[name] = segment;
    else if (part !== segment) return null;
  }
  return found;
}

export const braceIn = (segment: string): string | undefined => /^\{(\w+)\}$/.exec(segment)?.[1];

/** @param values encoded. @throws NotCapturable when a value for a brace is missing, or is not one segment */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string, offset: number) => {
    const value = values[name];
    if (value === undefined) throw new NotCapturable(`nothing says what {${name}} is in ${template}`);
    if (!isOneSegment(String(value))) throw new NotCapturable(`{${name}} in ${template} is not one segment of a path`);
    return template.lastIndexOf('?', offset) < 0
      ? String(value)
      : encodeURIComponent(decodeURIComponent(String(value)));
  });
}

export interface Filling {
  /** The value of `{{*}}`. */
  readonly restored: Fields;
  /** The value of `{{field}}`. */
  readonly all: Fields;
  /** The value of `{{@name}}`: the braces of the path, encoded. */
  readonly address: Readonly<Record<string, string | number>>;
  /** A member for a field that is not there is left out; otherwise it is null. */
  readonly leavesOut: boolean;
}

/** Puts fields into a body: a text that consists only of `{{field}}` becomes the value of that field, of any type. */
export function fillBody(template: unknown, filling: Filling): unknown {
  const { restored, all, address, leavesOut } = filling;
  const name = nameIn(template);
  if (name === '*') return restored;
  if (name?.startsWith('@')) return decodeURIComponent(String(address[name.slice(1)] ?? ''));
  if (name !== undefined) return Object.hasOwn(all, name) ? all[name] : null;
  if (Array.isArray(template)) return template.map((one) => fillBody(one, filling));
  if (typeof template !== 'object' || template === null) return template;
  const members = Object.entries(template).filter(([, value]) => !(leavesOut && isFieldNotIn(all, value)));
  return Object.fromEntries(members.map(([key, value]) => [key, fillBody(value, filling)]));
}

/** The name in a text that is nothing but `{{name}}`. */
export const nameIn = (template: unknown): string | undefined =>
  typeof template === 'string' ? /^\{\{(.+)\}\}$/.exec(template)?.[1]?.trim() : undefined;

function isFieldNotIn(all: Fields, template: unknown): boolean {
  const name = nameIn(template);
  return name !== undefined && name !== '*' && !name.startsWith('@') && !Object.hasOwn(all, name);
}

/** The value at a JSON pointer (RFC 6901) of object members; undefined when there is none. */
export function at(pointer: string, value: unknown): unknown {
  return membersOf(pointer).reduce<unknown>((held, name) => {
    const members: JsonObject = objectOf(held);
    return Object.hasOwn(members, name) ? members[name] : undefined;
  }, value);
}

/** The names on the way of a pointer; a text without a slash is the name of one member. */
export function membersOf(pointer: string): string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return [pointer];
  return pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}
