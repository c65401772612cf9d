import { fileURLToPath } from 'node:url';

const library = (name) => JSON.stringify(fileURLToPath(import.meta.resolve(`@noble/hashes/${name}.js`)));

/**
 * Replaces `node:crypto`, which a page does not have, by a library that hashes synchronously. It is a plugin of Rolldown
 * and of Vite.
 */
export const hashOfPages = {
  name: 'hash-of-pages',
  enforce: 'pre',
  resolveId: (id) => (id === 'node:crypto' ? '\0hash' : null),
  load: (id) =>
    id === '\0hash'
      ? `import { sha256 } from ${library('sha2')};
         import { bytesToHex, utf8ToBytes } from ${library('utils')};
         export const hash = (_, text) => bytesToHex(sha256(utf8ToBytes(text)));`
      : null,
};
