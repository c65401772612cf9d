import { isObject } from '../../platform/json.js';
import type { Json, JsonObject } from '../connector.js';

const METADATA = 'metadata.';
const NO_LINES = { line1: '', line2: '', city: '', state: '', postal_code: '', country: '' };

/**
 * The fields of an object of Stripe: the named members, and every key of its metadata as `metadata.<key>`. An empty
 * value of Stripe is null, and an empty key of the metadata is absent.
 */
export function fieldsOf(object: JsonObject, names: readonly string[]): JsonObject {
  const own = names.map((name) => [name, toStoredValue(name, object[name] ?? null)]);
  return Object.fromEntries([...own, ...metadataOf(object.metadata).filter(([, value]) => value !== null)]);
}

/** The length of a list of Stripe; an answer that is no such list is unknown, which is not 0. */
export function countOf(list: { readonly data?: unknown }): number | 'not known' {
  return Array.isArray(list.data) ? list.data.length : 'not known';
}

/**
 * The fields that a call with these parameters sets, among the named members and the metadata; `metadata: ""` removes
 * every key.
 */
export function setsOf(params: JsonObject, names: readonly string[], before: JsonObject | null): JsonObject {
  const own = names.filter((name) => name in params).map((name) => [name, toStoredValue(name, params[name] ?? null)]);
  const isCleared = params.metadata === '' || params.metadata === null;
  const cleared = isCleared ? Object.keys(before ?? {}).filter((name) => name.startsWith(METADATA)) : [];
  return Object.fromEntries([...own, ...cleared.map((name) => [name, null]), ...metadataOf(params.metadata)]);
}

/** The parameters that restore these fields; an absent field is sent as "", which removes it. */
export function paramsOf(fields: JsonObject): JsonObject {
  const isMetadata = ([name]: [string, Json]) => name.startsWith(METADATA);
  const entries = Object.entries(fields);
  const metadata = entries.filter(isMetadata).map(([name, value]) => [name.slice(METADATA.length), value ?? '']);
  const own = entries.filter((entry) => !isMetadata(entry)).map(([name, value]) => [name, nullIsEmpty(value)]);
  return Object.fromEntries(metadata.length > 0 ? [...own, ['metadata', Object.fromEntries(metadata)]] : own);
}

/** Currencies are taken in any case; without a word about taxes a customer is exempt from none. */
function toStoredValue(name: string, value: Json): Json {
  if (name === 'tax_exempt' && value === 'none') return null;
  return name === 'currency' && typeof value === 'string' ? value.toLowerCase() : emptyIsNull(value);
}

function metadataOf(metadata: Json | undefined): [string, Json][] {
  if (!isObject(metadata)) return [];
  return Object.entries(metadata).map(([key, value]) => [
    `${METADATA}${key}`,
    value === null || value === '' ? null : String(value),
  ]);
}

/** An address is compared as a whole, without the lines it has not got. */
function emptyIsNull(value: Json): Json {
  if (value === '') return null;
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== '' && member !== null);
  return members.length > 0 ? Object.fromEntries(members) : null;
}

/** Every line of an address is sent: one that is left out might stay as it is. */
function nullIsEmpty(value: Json): Json {
  return isObject(value) ? { ...NO_LINES, ...value } : (value ?? '');
}
