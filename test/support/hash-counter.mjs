/**
 * Loaded into a service whose password hashing is watched: each comparison is noted in HASHES_FILE with the costs of the
 * hash, before it is made. Equal notes are equal work.
 */
import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const argon2 = createRequire(import.meta.url)('@node-rs/argon2');
const { verify } = argon2;
argon2.verify = (hash, ...more) => {
  appendFileSync(process.env.HASHES_FILE, `${hash.split('$').slice(1, 4).join()}\n`);
  return verify(hash, ...more);
};
