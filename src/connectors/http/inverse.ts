import type { Json, JsonObject } from '../connector.js';
import { inexactIn } from '../exact-numbers.js';
import { type Address, type Inverse, NotCapturable } from '../resource/resource.js';
import type { HttpClient } from './client.js';
import type { Declaration } from './declaration.js';
import { withOthers } from './state.js';
import { at, type Filling, fill, fillBody } from './template.js';

/** The request that an operator declared, filled with the values to restore. */
export function inverseOf(declaration: Declaration): Inverse<HttpClient> {
  const { method, undo, conditional } = declaration;
  // A whole resource is sent without a member that was absent; a part of it can only be sent with null.
  const leavesOut = undo.method === 'PUT' || method === 'DELETE';
  return {
    describe: (address, fields) => {
      const filling = { restored: fields, all: fields, address, leavesOut };
      const body = undo.body === undefined ? '' : ` ${JSON.stringify(fillBody(undo.body, filling))}`;
      return `${undo.method} ${fill(undo.path, address)}${body}`;
    },
    isBlind: undo.method === 'POST',
    isRepeatable: undo.created === undefined,
    ...(!leavesOut && { leaves: (fields: readonly string[], before: JsonObject) => nulls(fields, before) }),
    run: async (client, address, fields, { before, now }) => {
      const path = fill(undo.path, address);
      const headers: Record<string, string> = conditional && now?.version ? { 'if-match': now.version } : {};
      if (undo.contentType) headers['content-type'] = undo.contentType;
      const absent = Object.keys(fields).filter((field) => before !== null && !Object.hasOwn(before, field));
      const isWhole = undo.method === 'PUT' && now !== null;
      const restored = isWhole ? await withOthers(client, address, declaration, { fields, absent }) : fields;
      const all = Object.entries({ ...now?.fields, ...fields }).filter(([field]) => !absent.includes(field));
      const body = bodyOf(undo.body, { restored, all: Object.fromEntries(all), address, leavesOut });
      const answer = await client.ask(undo.method, path, body, headers);
      return undo.created === undefined ? undefined : createdAddress(address, declaration, answer.body);
    },
  };
}

function nulls(fields: readonly string[], before: JsonObject): string[] {
  return fields
    .filter((field) => !Object.hasOwn(before, field))
    .map(
      (field) => `${JSON.stringify(field)} was not there before the call; where the API keeps a null, it is null then.`,
    );
}

/** @throws NotCapturable for a number that would be sent as another one */
function bodyOf(template: unknown, filling: Filling): unknown {
  if (template === undefined) return undefined;
  const body = fillBody(template, filling);
  const inexact = inexactIn(body);
  if (inexact !== null) throw new NotCapturable(`the state holds the number ${inexact}, which cannot be sent exactly`);
  return body;
}

/**
 * The address that the answer gives to the resource made again: it replaces the last brace of the path that reads it.
 */
function createdAddress(address: Address, { capture, undo }: Declaration, body: Json): Address {
  const id = at(undo.created ?? '', body);
  const brace = [...capture.path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1];
  if (brace === undefined || (typeof id !== 'string' && typeof id !== 'number')) return address;
  return { ...address, [brace]: encodeURIComponent(id) };
}
