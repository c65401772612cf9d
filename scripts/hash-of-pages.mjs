import { fileURLToPath } from 'node:url';

const SDK = fileURLToPath(new URL('../sdk/src/wire/sha256.ts', import.meta.url));

/**
 * Replaces `node:crypto`, which a page does not have, by the SDK's own hash. It is a plugin of Rolldown and of Vite.
 */
export const hashOfPages = {
  name: 'hash-of-pages',
  enforce: 'pre',
  resolveId: (id) => (id === 'node:crypto' ? '\0hash' : null),
  load: (id) =>
    id === '\0hash'
      ? `import { portableSha256Hex } from ${JSON.stringify(SDK)};
         export const hash = (_, text) => portableSha256Hex(text);`
      : null,
};
