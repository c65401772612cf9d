import type { Json, JsonObject } from '../connector.js';
import type { Address, Reading } from '../resource/resource.js';
import { isNoResource, objectOf } from '../resource/response.js';
import type { HttpClient } from './client.js';
import type { Declaration } from './declaration.js';
import { at, fill } from './template.js';

/** The fields of a state, or of an answer that shows one. */
export function chosen(body: Json | undefined, { at: pointer = '', capture: { fields } }: Declaration): JsonObject {
  const own = objectOf(at(pointer, body));
  return fields ? Object.fromEntries(Object.entries(own).filter(([name]) => fields.includes(name))) : own;
}

export async function read(client: HttpClient, address: Address, declaration: Declaration): Promise<Reading> {
  const { body, etag } = await client.ask('GET', fill(declaration.capture.path, address));
  const fields = chosen(body, declaration);
  // Some servers answer 200 with an error; a resource may have members of such names too, but then it also has the
  // declared ones.
  if (Object.keys(fields).length === 0 && isNoResource(body)) throw new Error('the answer is no state of the resource');
  if (typeof at(declaration.at ?? '', body) !== 'object') throw new Error(`nothing is at ${declaration.at}`);
  return etag === null ? { fields } : { fields, version: etag };
}

/**
 * A PUT replaces the whole resource, so the present state is sent along, with these fields restored.
 * @param absent fields that were absent
 */
export async function withOthers(
  client: HttpClient,
  address: Address,
  { at: pointer = '', capture }: Declaration,
  { fields, absent }: { readonly fields: JsonObject; readonly absent: readonly string[] },
): Promise<JsonObject> {
  const { body } = await client.ask('GET', fill(capture.path, address));
  const whole = Object.entries({ ...objectOf(at(pointer, body)), ...fields });
  return Object.fromEntries(whole.filter(([field]) => !absent.includes(field)));
}
