import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['src', 'packages/sql/src', 'sdk', 'test', 'scripts', 'examples', 'bench', 'migrations', 'docs'];
const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'sdk/README.md'];

const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !file.includes('node_modules'))
    .map((file) => join(folder, file));

describe('a page of the documentation', () => {
  it('names only files that there are', () => {
    const known = FOLDERS.flatMap((folder) => filesIn(folder, /\./));
    const named = [...PAGES, ...filesIn('docs', /\.md$/), ...filesIn('sdk/docs', /\.md$/)].flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/`([\w.@-]+(?:\/[\w.@-]+)*\.(?:ts|mjs|sql|sh|svg))`/g)].map(
        ([, file = '']) => ({ page, file }),
      ),
    );
    const exists = (file: string) => existsSync(file) || known.some((path) => path.endsWith(`/${file}`));
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ file }) => !exists(file))).toEqual([]);
  });
});

describe('the code of docs/how-to/add-a-route.md', () => {
  it('uses only decorators and functions that src or a library declares', () => {
    const page = readFileSync('docs/how-to/add-a-route.md', 'utf8');
    const code = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block]) => block).join('\n');
    const used = new Set([...code.matchAll(/(?<![\w.'/])@?([A-Za-z]\w+)\(/g)].map(([, name = '']) => name));
    const declared = filesIn('src', /\.ts$/)
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const isKnown = (name: string) =>
      new RegExp(`(?:export (?:const|function) ${name}\\b|import \\{[^}]*\\b${name}\\b)`).test(declared);
    expect(used.size).toBeGreaterThan(12);
    expect([...used].filter((name) => !isKnown(name))).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  it('names only files and folders that there are', () => {
    const page = readFileSync('docs/architecture.md', 'utf8');
    const named = [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)+|[\w-]+\/)`/g)].map(([, path = '']) => path);
    const folders = readdirSync('src', { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name));
    const homes = ['.', 'src', 'migrations', ...folders];
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((path) => !homes.some((home) => existsSync(join(home, path))))).toEqual([]);
  });
});
