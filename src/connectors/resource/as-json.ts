import { createHash } from 'node:crypto';
import type { Json } from '../connector.js';

/** Writes a client's answer as JSON. Bytes that are no text become their size and their hash. */
export async function asJson(answer: unknown): Promise<Json> {
  const bytes = await bytesOf(answer);
  if (bytes) return textOf(bytes) ?? unrepresentable(bytes);
  return JSON.parse(JSON.stringify(answer) ?? 'null');
}

async function bytesOf(answer: unknown): Promise<Buffer | null> {
  if (answer instanceof Blob) return Buffer.from(await answer.arrayBuffer());
  if (answer instanceof ArrayBuffer) return Buffer.from(answer);
  return answer instanceof Uint8Array ? Buffer.from(answer) : null;
}

function textOf(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  return !text.includes('\0') && Buffer.from(text).equals(bytes) ? text : null;
}

const unrepresentable = (bytes: Buffer): Json => ({
  unrepresentable: true,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  bytes: bytes.length,
});
