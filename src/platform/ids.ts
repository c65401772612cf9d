import { v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A UUIDv7: sorts by the time it was made. */
export function newId(): string {
  return v7();
}

/** The id of the `sequence`th of its kind, made at that time: of several at the same time, a later one sorts later. */
export function idAt(time: Date, sequence: number): string {
  return v7({ msecs: time.getTime(), seq: sequence });
}

/** Whether the text is an id as we write them; anything else is absent, never an error of its own. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** No id that is made at that time or later sorts before it. */
export function leastIdAt(time: Date): string {
  const digits = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-7000-8000-000000000000`;
}
