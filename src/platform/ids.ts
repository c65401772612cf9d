import { v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A UUIDv7: sorts by the time it was made. */
export function newId(): string {
  return v7();
}

/** Whether the text is an id as we write them; anything else is absent, never an error of its own. */
export function isId(text: string): boolean {
  return UUID.test(text);
}
