import type { KeyObject } from 'node:crypto';
import { type Holder, isSignature, signatureOf } from '../signature.js';

const FORM = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/;

/** The id of the task of a call. Its signature binds it to the credential that made the call. */
export const writeTaskId = (actionId: string, holder: Holder, key: KeyObject): string =>
  `${actionId}.${signatureOf('task', actionId, holder, key)}`;

/** Returns the id of the call; null for a text that is no task id of this holder. */
export function readTaskId(text: string, holder: Holder, key: KeyObject): string | null {
  const [, actionId, signature] = FORM.exec(text) ?? [];
  if (actionId === undefined || signature === undefined) return null;
  return isSignature(signature, signatureOf('task', actionId, holder, key)) ? actionId : null;
}
