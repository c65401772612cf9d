import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** The credential for which a text was signed: the text means nothing to any other one. */
export interface Holder {
  readonly kind: string;
  readonly id: string;
}

/** Signs a text of one kind for one credential, so that any process can check it and none has to remember it. */
export const signatureOf = (what: string, text: string, { kind, id }: Holder, key: KeyObject): string =>
  createHmac('sha256', key).update(`mcp ${what} ${kind} ${id} ${text}`).digest('base64url');

/** Compares texts of equal length, because several texts in base64url are the same bytes. */
export const isSignature = (given: string, right: string): boolean =>
  given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right));
