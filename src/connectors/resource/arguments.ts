import type { JsonObject } from '../connector.js';
import type { Address } from './resource.js';

/** Builds the arguments of a client's method from addresses and fields. */
export function argumentsOf<T>(...parts: readonly object[]): T {
  return Object.assign({}, ...parts) as T;
}

/** These members of a payload, as far as they are there. */
export function given(payload: JsonObject, ...members: readonly string[]): JsonObject {
  return Object.fromEntries(
    members.filter((one) => payload[one] !== undefined).map((one) => [one, payload[one] ?? null]),
  );
}

/** The same values as an address; the payload's schema ensures that they are texts and numbers. */
export function addressOf(payload: JsonObject, ...members: readonly string[]): Address {
  return given(payload, ...members) as Address;
}
