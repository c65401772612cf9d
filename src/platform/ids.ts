import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const BYTES = 16;
/** Drawn for many ids at once: one by one it costs four times as much as all the rest of an id. */
const randomBytes = new Uint8Array(256 * BYTES);
let drawn = randomBytes.length;
let latest = 0;
let sequence = 0;

/** A UUIDv7: of one process, a later one sorts later, also within a millisecond and when the clock is set back. */
export function newId(): string {
  const random = draw();
  const now = Date.now();
  if (now > latest) {
    latest = now;
    sequence = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
  } else {
    sequence += 1;
  }
  return v7({ msecs: latest, seq: sequence, random });
}

function draw(): Uint8Array {
  if (drawn === randomBytes.length) {
    randomFillSync(randomBytes);
    drawn = 0;
  }
  drawn += BYTES;
  return randomBytes.subarray(drawn - BYTES, drawn);
}

/** The id of the `sequence`th of its kind, made at that time: of several at the same time, a later one sorts later. */
export function idAt(time: Date, sequence: number): string {
  return v7({ msecs: time.getTime(), seq: sequence });
}

/**
 * True when the text is an id as we write them. A resource with any other id is absent; there is no error of its own
 * for it.
 */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** The least id of that time: no id made then or later sorts before it. */
export function leastIdAt(time: Date): string {
  const digits = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-7000-8000-000000000000`;
}
