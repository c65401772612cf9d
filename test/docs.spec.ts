import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'),
);

describe('docs/errors.md', () => {
  it('explains every problem the service can answer with', () => {
    const raised = /DomainError\(\s*'[a-z-]+',\s*'([a-z-]+)'/g;
    const codes = new Set(
      sources.flatMap((file) => [...readFileSync(join('src', file), 'utf8').matchAll(raised)].map(([, code]) => code)),
    );
    const explained = readFileSync('docs/errors.md', 'utf8');
    expect(codes.size).toBeGreaterThan(20);
    expect([...codes].filter((code) => !explained.includes(`| \`${code}\` |`))).toEqual([]);
  });
});

describe('README.md', () => {
  it('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const named = [...readFileSync('README.md', 'utf8').matchAll(/npm (?:run )?([a-z]+(?::[a-z]+)?)/g)].flatMap(
      ([, name]) => name ?? [],
    );
    const own = new Set(named.filter((name) => name !== 'ci' && name !== 'run'));
    expect(own.size).toBeGreaterThanOrEqual(6);
    expect([...own].filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('every page', () => {
  it('links only to what is there', () => {
    const pages = ['README.md', 'CONTRIBUTING.md', 'sdk/README.md'].concat(
      ['docs', 'sdk/docs'].flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
      ),
    );
    const links = pages
      .filter((page) => page.endsWith('.md'))
      .flatMap((page) =>
        [...readFileSync(page, 'utf8').matchAll(/\]\((?![a-z]+:|#)([^)#]+)/g)].map(([, to = '']) => ({ page, to })),
      );
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter(({ page, to }) => !existsSync(join(dirname(page), to)))).toEqual([]);
  });
});
