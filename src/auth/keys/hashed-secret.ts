import type { Config } from '../../config/config.js';
import { hashApiKeySecret, sameHash } from './api-key.js';

/** A secret as a row keeps it. */
export interface HashedSecret {
  readonly secretHash: Buffer;
  /** The version of the root key that made the hash. */
  readonly hashKey: number;
}

type RootKeys = Pick<Config, 'encryptionKeys'>;

/** Hashes a new secret with the newest root key. */
export function hashedSecret({ encryptionKeys }: RootKeys, secret: string): HashedSecret {
  const hashKey = Math.max(...encryptionKeys.keys());
  const rootKey = encryptionKeys.get(hashKey);
  if (!rootKey) throw new Error('there is no current encryption key');
  return { secretHash: hashApiKeySecret(rootKey, secret), hashKey };
}

/** True when the secret is the one that was hashed. */
export function isSecretOf(
  { encryptionKeys }: RootKeys,
  { secretHash, hashKey }: HashedSecret,
  secret: string,
): boolean {
  const rootKey = encryptionKeys.get(hashKey);
  return rootKey !== undefined && sameHash(secretHash, hashApiKeySecret(rootKey, secret));
}
