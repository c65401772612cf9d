import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES, type Route } from '../matrix/support/routes.js';

const page = readFileSync('docs/contract.md', 'utf8');
const sections = new Set([...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title));

/** Comments as they read without the line breaks that their width makes. */
const sources = ['src', 'test', 'scripts', 'migrations', 'bench', 'examples'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs|sql|sh)$/.test(file) && !file.includes('node_modules'))
    .map((file) => join(folder, file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8').replace(/\n *(?:\*|\/\/|--) /g, ' ') })),
);

/** The interface names the rest of a path, which the router writes as `*`. */
const row = ({ method, path, auth, plan, limit }: Route) =>
  `| ${method} | \`${path.replace('*', ':path')}\` | ${auth} | ${plan ?? ''} | ${limit ? `${limit[0]} in ${limit[1]} s` : ''} |`;

describe('docs/contract.md', () => {
  it('has each section that a comment cites', () => {
    const cited = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/docs\/contract\.md((?:, "[^"\n]+")+)/g)].flatMap(([, names = '']) =>
        [...names.matchAll(/"([^"]+)"/g)].map(([, section]) => ({ file, section })),
      ),
    );
    expect(cited.length).toBeGreaterThan(60);
    expect(cited.filter(({ section }) => !sections.has(section))).toEqual([]);
  });

  it('lists each route with its caller, plan and limit', () => {
    const rows = page.split('\n').filter((line) => /^\| [A-Z]+ \| `\//.test(line));
    expect(rows.sort()).toEqual(ROUTES.map(row).sort());
  });

  it('leads to sections that exist', () => {
    const anchors = [...sections].map((title = '') => title.toLowerCase().replaceAll(' ', '-'));
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
    expect(links.length).toBeGreaterThanOrEqual(2);
    expect(links.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
  });
});

describe('comments', () => {
  it('cite no document that is outside the repository', () => {
    const outside = /\b(?:specification \d|contract, "|(?:performance|design|prose|peers|spec)\.md\b)/i;
    const allowed = /docs\/contract\.md, "/g;
    expect(sources.length).toBeGreaterThan(500);
    const citing = sources.filter(
      ({ file, text }) =>
        file !== 'test/e2e/documents/contract-page.spec.ts' && outside.test(text.replace(allowed, '')),
    );
    expect(citing.map(({ file }) => file)).toEqual([]);
  });
});
