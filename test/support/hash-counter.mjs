/**
 * This file is loaded into a service whose password hashing is watched: before each comparison the costs of the hash
 * are noted in HASHES_FILE. Equal notes mean equal work.
 */
import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const argon2 = createRequire(import.meta.url)('@node-rs/argon2');
const { verify } = argon2;
argon2.verify = (hash, ...more) => {
  appendFileSync(process.env.HASHES_FILE, `${hash.split('$').slice(1, 4).join()}\n`);
  return verify(hash, ...more);
};
