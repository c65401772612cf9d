import type { Secrets } from '../connector.js';

/** No client understands a longer error, so its rest is cut. */
const MOST_OF_AN_ERROR = 100_000;

/** A header of an answer, or the text of its status, without the secrets that were sent to the provider. */
export function withoutEcho(secrets: Secrets | undefined, text: string): string {
  return secrets ? secrets.without(text).replaceAll('…', '...') : text;
}

/** The body of an answer that is an error. A state stays as it is: an undo may write it back. */
export function errorWithoutEcho(secrets: Secrets | undefined, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = new TextDecoder().decode(bytes.subarray(0, MOST_OF_AN_ERROR));
  return new TextEncoder().encode(secrets?.without(text) ?? text);
}
