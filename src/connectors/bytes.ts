import type { Json } from './connector.js';

/** Bytes as JSON: text where it is text that can be stored, `{ "$base64": "…" }` otherwise. */
export function toJson(bytes: Uint8Array): Json {
  const text = Buffer.from(bytes).toString('utf8');
  const isText = !text.includes('\0') && Buffer.from(text, 'utf8').equals(bytes);
  return isText ? text : toBase64(bytes);
}

export const toBase64 = (bytes: Uint8Array): { $base64: string } => ({
  $base64: Buffer.from(bytes).toString('base64'),
});

/** Null for a value that is neither text nor `{ "$base64": "…" }`. */
export function fromJson(value: Json | undefined): Buffer | null {
  if (typeof value === 'string') return Buffer.from(value, 'utf8');
  const encoded = (value as { $base64?: unknown } | null | undefined)?.$base64;
  return typeof encoded === 'string' ? Buffer.from(encoded, 'base64') : null;
}
