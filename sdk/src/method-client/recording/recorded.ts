import { createHash } from 'node:crypto';
import { types } from 'node:util';
import type { Json, JsonObject } from '../../json.js';

/** Decodes a place whose JSON stands for another value; null for a place that cannot be edited. */
export type Decoder = ((edited: Json) => unknown) | null;

export interface Recorded<T extends Json = Json> {
  readonly json: T;
  /** The places by their paths: members joined with `/` and escaped as in a JSON pointer. */
  readonly places: ReadonlyMap<string, Decoder>;
}

export const REDACTED = '[redacted]';

const LARGE_BYTES = 64 * 1024;
/** The service takes bodies of 256 KiB, 32 levels and 10 000 keys; the payload is not all of one. */
const MOST_CHARACTERS = 200_000;
const MOST_KEYS = 9_000;
const DEEPEST = 24;
const BOUNDS = [LARGE_BYTES, 8_192, 1_024, 256];

export type IsRedacted = (path: readonly string[]) => boolean;

/**
 * Writes a value as JSON that the service stores unchanged: bytes up to 64 KiB as `{ $base64 }`; larger bytes and
 * texts, and values that JSON cannot hold unchanged, as `{ $sha256, $size }`; redacted values as `[redacted]`. Never
 * throws.
 */
export function record(value: unknown, isRedacted: IsRedacted = () => false): Recorded {
  for (const largest of BOUNDS) {
    const recorded = new Recording(isRedacted, largest).run(value);
    if (recorded) return recorded;
  }
  return summary(value, isRedacted);
}

/** Does the same for an object. */
export function recordObject(value: object, isRedacted?: IsRedacted): Recorded<JsonObject> {
  const recorded = record({ ...value }, isRedacted);
  return recorded as Recorded<JsonObject>;
}

/** Summarizes a value that is too large: each member by itself, as a digest if it is more than a short value. */
function summary(value: unknown, isRedacted: IsRedacted): Recorded {
  const places = new Map<string, Decoder>();
  const whole = new Recording(isRedacted, LARGE_BYTES, Number.POSITIVE_INFINITY).run(value)?.json ?? null;
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole) || Object.keys(whole).length > 500) {
    return { json: digest(JSON.stringify(whole)), places: places.set('', null) };
  }
  const members = Object.entries(whole).map(([name, member]): [string, Json] => {
    places.set(placeIn('', name), null);
    const text = JSON.stringify(member);
    return [name, text.length > 256 ? digest(text) : member];
  });
  return { json: Object.fromEntries(members), places };
}

/** Tells whether the recorded value has a part that can be used only once. */
export function holdsStream({ json }: Recorded): boolean {
  return JSON.stringify(json).includes('"$object":');
}

class Recording {
  readonly #places = new Map<string, Decoder>();
  readonly #open = new Set<object>();
  #characters = 0;
  #keys = 0;

  constructor(
    private readonly isRedacted: IsRedacted,
    private readonly largest: number,
    private readonly mostCharacters = MOST_CHARACTERS,
  ) {}

  /** Records the value; null if it is too large. */
  run(value: unknown): Recorded | null {
    const json = this.#value(value, [], '') ?? null;
    const fits =
      this.#characters <= this.mostCharacters && (this.#keys <= MOST_KEYS || this.mostCharacters === Infinity);
    return fits ? { json, places: this.#places } : null;
  }

  #value(value: unknown, path: readonly string[], place: string): Json | undefined {
    if (path.length > 0 && this.isRedacted(path)) return this.#standsFor(place, REDACTED, null);
    switch (typeof value) {
      case 'undefined':
        return undefined;
      case 'string':
        return this.#text(value, place);
      case 'number':
        if (Number.isFinite(value)) return this.#written(Object.is(value, -0) ? 0 : value);
        return this.#standsFor(place, String(value), null);
      case 'boolean':
        return this.#written(value);
      case 'bigint':
        return this.#standsFor(place, String(value), (edited) => BigInt(String(edited)));
      case 'symbol':
        return this.#standsFor(place, '[symbol]', null);
      case 'function':
        return this.#standsFor(place, `[function ${value.name}]`, null);
      default:
        return value === null ? this.#written(null) : this.#object(value as object, path, place);
    }
  }

  #object(value: object, path: readonly string[], place: string): Json | undefined {
    const bytes = bytesOf(value);
    if (bytes) return this.#bytes(bytes, place);
    if (types.isDate(value)) {
      const text = Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
      return this.#standsFor(place, text, (edited) => new Date(String(edited)));
    }
    if (value instanceof URL) return this.#standsFor(place, value.href, (edited) => new URL(String(edited)));
    if (this.#open.has(value)) return this.#standsFor(place, '[circular]', null);
    if (isOpaque(value)) return this.#standsFor(place, { $object: nameOf(value) }, null);
    if (path.length >= DEEPEST) return this.#standsFor(place, { $object: 'too deep' }, null);
    this.#open.add(value);
    try {
      return this.#members(value, path, place);
    } catch {
      return this.#standsFor(place, { $object: nameOf(value) }, null);
    } finally {
      this.#open.delete(value);
    }
  }

  #members(value: object, path: readonly string[], place: string): Json | undefined {
    if ('toJSON' in value && typeof value.toJSON === 'function') {
      this.#places.set(place, null);
      return this.#value(value.toJSON(), path, place);
    }
    if (Array.isArray(value)) {
      this.#keys += value.length / 10;
      return value.map((item, index) => this.#value(item, [...path, String(index)], placeIn(place, index)) ?? null);
    }
    if (types.isMap(value) || types.isSet(value)) {
      this.#places.set(place, null);
      return this.#members([...value], path, place);
    }
    if (!isPlain(value)) this.#places.set(place, null);
    const json: JsonObject = {};
    for (const name of Object.keys(value)) {
      if (!isStorable(name)) return this.#standsFor(place, digest(JSON.stringify(value)), null);
      const member = this.#value(Reflect.get(value, name), [...path, name], placeIn(place, name));
      if (member === undefined) continue;
      this.#keys += 1;
      this.#characters += name.length + 4;
      Object.defineProperty(json, name, { value: member, enumerable: true, writable: true, configurable: true });
    }
    return json;
  }

  #text(value: string, place: string): Json {
    const isLarge = value.length > this.largest || Buffer.byteLength(value) > this.largest;
    if (isLarge || !isStorable(value)) return this.#standsFor(place, digest(value), null);
    return this.#written(value);
  }

  #bytes(bytes: Uint8Array, place: string): Json {
    if (bytes.byteLength > this.largest) return this.#standsFor(place, digest(bytes), null);
    return this.#standsFor(place, { $base64: Buffer.from(bytes).toString('base64') }, bytesFrom);
  }

  #standsFor(place: string, json: Json, decoder: Decoder): Json {
    this.#places.set(place, decoder);
    return this.#written(json);
  }

  #written<T extends Json>(json: T): T {
    this.#characters += JSON.stringify(json).length + 1;
    return json;
  }
}

/** @returns bytes of `{ $base64 }`, or of a text; null for anything else */
export function bytesFrom(value: Json): Buffer | null {
  if (typeof value === 'string') return Buffer.from(value, 'utf8');
  const encoded = (value as { $base64?: unknown } | null)?.$base64;
  return typeof encoded === 'string' ? Buffer.from(encoded, 'base64') : null;
}

export function placeIn(place: string, name: string | number): string {
  return `${place}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

export function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

function digest(content: string | Uint8Array): JsonObject {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  return { $sha256: createHash('sha256').update(bytes).digest('hex'), $size: bytes.byteLength };
}

function bytesOf(value: object): Uint8Array | null {
  if (types.isAnyArrayBuffer(value)) return new Uint8Array(value);
  if (!ArrayBuffer.isView(value)) return null;
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}

/** Tells whether an object has no useful members, or only internal ones: streams, sockets, promises, blobs. */
function isOpaque(value: object): boolean {
  return (
    types.isPromise(value) ||
    types.isWeakMap(value) ||
    types.isWeakSet(value) ||
    types.isRegExp(value) ||
    types.isNativeError(value) ||
    ('pipe' in value && typeof value.pipe === 'function') ||
    ('getReader' in value && typeof value.getReader === 'function') ||
    ('arrayBuffer' in value && typeof value.arrayBuffer === 'function') ||
    ('addEventListener' in value && typeof value.addEventListener === 'function') ||
    ('emit' in value && typeof value.emit === 'function') ||
    (Symbol.asyncIterator in value && !isPlain(value)) ||
    ('next' in value && typeof value.next === 'function')
  );
}

function nameOf(value: object): string {
  const name = (value as { constructor?: { name?: unknown } }).constructor?.name;
  return typeof name === 'string' && name !== '' ? name : 'Object';
}

/** Neither NUL nor half of a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}
