import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { fromJson, toBase64 } from '../bytes.js';
import type { Json, JsonObject } from '../connector.js';
import { canonicalNumber } from '../decimal.js';

/** An attribute in one form alone, however it was written: sets sorted, numbers without idle zeros, bytes as `$base64`. */
export function canonical(value: unknown): Json {
  const [[type, held] = ['', null]] = Object.entries(value ?? {}) as [string, unknown][];
  switch (type) {
    case 'N':
      return { N: canonicalNumber(String(held)) };
    case 'NS':
      return { NS: unique((held as string[]).map(canonicalNumber)) };
    case 'SS':
      return { SS: unique(held as string[]) };
    case 'B':
      return { B: bytesOf(held) };
    case 'BS':
      return { BS: unique((held as unknown[]).map((one) => bytesOf(one).$base64)).map(($base64) => ({ $base64 })) };
    case 'L':
      return { L: (held as unknown[]).map(canonical) };
    case 'M':
      return { M: canonicalItem(held as object) };
    default:
      return { [type]: held as Json };
  }
}

export function canonicalItem(item: object): JsonObject {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, canonical(value)]));
}

/** The form that the client takes: the same, with real bytes. */
export function toAttribute(value: Json): AttributeValue {
  const [[type, held] = ['', null]] = Object.entries(value as JsonObject) as [string, Json][];
  if (type === 'B') return { B: fromJson(held) ?? new Uint8Array() };
  if (type === 'BS') return { BS: (held as Json[]).map((one) => fromJson(one) ?? new Uint8Array()) };
  if (type === 'L') return { L: (held as Json[]).map(toAttribute) };
  if (type === 'M') return { M: toItem(held as JsonObject) };
  return { [type]: held } as unknown as AttributeValue;
}

export function toItem(fields: JsonObject): Record<string, AttributeValue> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, toAttribute(value)]),
  );
}

const unique = (values: readonly string[]) => [...new Set(values)].sort();

/** The bytes of a client, or the form that a payload has for them. */
function bytesOf(held: unknown): { $base64: string } {
  return toBase64(held instanceof Uint8Array ? held : (fromJson(held as Json) ?? new Uint8Array()));
}
