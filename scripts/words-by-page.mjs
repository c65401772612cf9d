import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const FILE = fileURLToPath(new URL('../dashboard/src/words.ts', import.meta.url));
const TEXTS = FILE.replace(/\.ts$/, '');
const IMPORT = /import \{([^}]*)\} from '([./]*\/words)';/g;

/**
 * One file holds the texts of all pages, so that a person can read them together. A browser needs those of the opened
 * page alone: the plugin makes a module of each export and of each component in it, and a constant of each text. So the
 * bundler puts a text into the chunk that shows it, leaves out the names, and drops what no page shows.
 */
export const wordsByPage = {
  name: 'words-by-page',
  enforce: 'pre',
  transform: (code, id) =>
    code.replace(IMPORT, (whole, names, path) => {
      if (resolve(dirname(id), path) !== TEXTS) return whole;
      return names
        .split(',')
        .flatMap((name) => name.trim() || [])
        .map((name) => name.split(' as '))
        .map(([section, alias = section]) => `import * as ${alias} from '${path}?of=${section}';`)
        .join(' ');
    }),
  load: (id) => {
    const [file, path] = id.split('?of=');
    return file === FILE && path ? { code: moduleOf(path.split('-')), moduleSideEffects: false } : null;
  },
};

/** Returns the module of a section, such as `inboxWords`, or of a component in it, such as `inboxWords.card`. */
function moduleOf([section, ...components]) {
  const parsed = ts.createSourceFile(FILE, readFileSync(FILE, 'utf8'), ts.ScriptTarget.Latest, true);
  const imports = parsed.statements.filter(ts.isImportDeclaration).map((one) => one.getText());
  const own = parsed.statements.find((one) => ts.isVariableStatement(one) && one.modifiers === undefined);
  if (own) throw new Error(`A text cannot use what stands beside it; import it: ${own.getText()}`);
  const declarations = parsed.statements
    .filter(ts.isVariableStatement)
    .flatMap((one) => one.declarationList.declarations);
  const texts = components.reduce(
    (object, name) => objectOf(object.properties.find((one) => one.name.text === name).initializer),
    objectOf(declarations.find(({ name }) => name.text === section).initializer),
  );
  const members = texts.properties.map(({ name, initializer }, index) =>
    components.length === 0 && objectOf(initializer)
      ? `export * as ${name.text} from './words?of=${section}-${name.text}';`
      : `const text${index} = ${initializer.getText()}; export { text${index} as '${name.text}' };`,
  );
  return [...imports, ...members].join('\n');
}

/** Returns the object literal that a value is, written `{ … }` or `{ … } as const`; null for another value. */
function objectOf(value) {
  const inner = ts.isAsExpression(value) ? value.expression : value;
  return ts.isObjectLiteralExpression(inner) ? inner : null;
}
