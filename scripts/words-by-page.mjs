import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const TEXTS = fileURLToPath(new URL('../dashboard/src/words', import.meta.url));
const IMPORT = /import \{([^}]*)\} from '([./]*\/words)';/g;

/**
 * One file holds the texts of all pages, so that a person can read them together. A browser that opens one page needs
 * those of that page alone: the plugin makes a module of each export, and the bundler leaves out the others.
 */
export const wordsByPage = {
  name: 'words-by-page',
  enforce: 'pre',
  transform: (code, id) =>
    code.replace(IMPORT, (whole, names, path) => {
      if (resolve(dirname(id), path) !== TEXTS) return whole;
      const each = names.split(',').flatMap((name) => name.trim() || []);
      return each.map((name) => `import { ${name} } from '${path}?${/^\w+/.exec(name)[0]}';`).join(' ');
    }),
};
