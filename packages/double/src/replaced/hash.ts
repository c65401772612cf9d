import { createHash } from 'node:crypto';
import type { Json } from '../../../../sdk/src/json.js';
import { canonicalJson } from '../../../../sdk/src/wire/canonical-json.js';

/** Stands for `src/platform/hash.ts`, whose canonical JSON comes from npm; the SDK has the same form without it. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const canonicalHash = (value: unknown): string => sha256(canonicalJson(value as Json));
