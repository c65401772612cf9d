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
