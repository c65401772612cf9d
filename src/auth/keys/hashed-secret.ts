import type { Config } from '../../config/config.js';
import { open, seal } from '../../platform/envelope.js';
import { hashApiKeySecret, hashKeyOf, hashWith, sameHash } from './api-key.js';

/** A secret as a row keeps it. */
export interface HashedSecret extends HashOrigin {
  readonly secretHash: Buffer;
}

/** The key that made a hash. */
export interface HashOrigin {
  /** The version of the root key from which it is derived, or by which it is sealed. */
  readonly hashKey: number;
  /** Sealed: the key of the installation where the secret was hashed. Null when that was here. */
  readonly hashSecret: Buffer | null;
}

type RootKeys = Pick<Config, 'encryptionKeys'>;

/** Hashes a new secret with the newest root key. */
export function hashedSecret(keys: RootKeys, secret: string): HashedSecret {
  const { hashKey, rootKey } = newest(keys);
  return { secretHash: hashApiKeySecret(rootKey, secret), hashKey, hashSecret: null };
}

/** True when the secret is the one that was hashed. */
export function isSecretOf(keys: RootKeys, hashed: HashedSecret, secret: string): boolean {
  const key = keyOf(keys, hashed);
  return key !== null && sameHash(hashed.secretHash, hashWith(key, secret));
}

/** Null when the root key is not at hand. @throws SealError when it is another */
export function keyOf({ encryptionKeys }: RootKeys, { hashKey, hashSecret }: HashOrigin): Buffer | null {
  const rootKey = encryptionKeys.get(hashKey);
  if (!rootKey) return null;
  return hashSecret === null ? hashKeyOf(rootKey) : open(rootKey, contextOf(hashKey), hashSecret);
}

/** Seals the key of another installation, so that secrets which were hashed there can be checked here. */
export function adoptKey(keys: RootKeys, key: Buffer): HashOrigin {
  const { hashKey, rootKey } = newest(keys);
  return { hashKey, hashSecret: seal(rootKey, contextOf(hashKey), key) };
}

function newest({ encryptionKeys }: RootKeys) {
  const hashKey = Math.max(...encryptionKeys.keys());
  const rootKey = encryptionKeys.get(hashKey);
  if (!rootKey) throw new Error('there is no current encryption key');
  return { hashKey, rootKey };
}

const contextOf = (hashKey: number) => `hash-key of another installation root ${hashKey}`;
