import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandsOf, operationsPage } from '../../support/operations-page.js';
import { nameOf, ROUTES } from '../matrix/support/routes.js';
import { contradictedLimits } from './support/limits.js';
import { PAGES } from './support/pages.js';
import { tooLong } from './support/too-long.js';

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

describe('docs/operations.md', () => {
  const page = operationsPage();
  const commands = commandsOf();
  const read = (folder: string, files: readonly string[]) =>
    files.map((file) => readFileSync(join(folder, file), 'utf8'));
  const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].flatMap(([, found]) => found ?? []);

  it('has commands that a shell can read', () => {
    expect(commands.length).toBeGreaterThan(25);
    const unreadable = commands.filter((block) => spawnSync('/bin/sh', ['-n'], { input: block }).status !== 0);
    expect(unreadable).toEqual([]);
  });

  it('runs only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const named = new Set(all(page, /npm run ([\w:]+)/g));
    expect(named.size).toBeGreaterThanOrEqual(4);
    expect([...named].filter((name) => !(name in scripts))).toEqual([]);
  });

  it('names only variables that the configuration, a script or Node reads, or that its own commands set', () => {
    const settings = readdirSync('src/config').filter((file) => !file.endsWith('.spec.ts'));
    const known = [
      'NODE_OPTIONS',
      ...all(read('src/config', settings).join('\n'), /'([A-Z][A-Z0-9_]+)'/g),
      ...all(read('scripts', readdirSync('scripts')).join('\n'), /process\.env\.(\w+)/g),
      ...all(commands.join('\n'), /(?:^|export |\S )([A-Z][A-Z0-9_]*)=/gm),
    ];
    const status = 'ROLLBACK_FAILED';
    const used = new Set([
      ...all(commands.join('\n'), /\$\{?([A-Z][A-Z0-9_]*)/g),
      ...all(page.replaceAll(status, ''), /`([A-Z][A-Z0-9]*_[A-Z0-9_]+)/g),
    ]);
    expect(used.size).toBeGreaterThan(30);
    expect([...used].filter((name) => !known.includes(name))).toEqual([]);
  });

  it('calls only routes that there are', () => {
    const known = new Set(ROUTES.map(nameOf));
    const called = commands
      .flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
      .filter((line) => line.includes('curl '))
      .map((line) => {
        const path = /\$API(\/[^"?]*)/.exec(line)?.[1]?.replace(/\$\w+/g, ':id');
        return `${/-X (\w+)/.exec(line)?.[1] ?? (line.includes(" -d '") ? 'POST' : 'GET')} ${path}`;
      });
    expect(called.length).toBeGreaterThan(10);
    expect(called.filter((route) => !known.has(route))).toEqual([]);
  });

  it('quotes only what the service says', () => {
    const said = read('src', sources).join('\n');
    const rows =
      page
        .split('## Troubleshooting')[1]
        ?.split('\n')
        .filter((line) => line.startsWith('| ')) ?? [];
    const quoted = rows.flatMap((row) => all(row.split(' | ')[0] ?? '', /`([^`]+)`/g));
    expect(quoted.length).toBeGreaterThanOrEqual(15);
    expect(quoted.filter((text) => !said.includes(text))).toEqual([]);
  });
});

describe('docs/security.md', () => {
  const ROOTS = ['src', 'sdk', 'packages', 'dashboard/src', 'test'];
  const suites = ROOTS.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.spec.ts') && !file.includes('node_modules'))
      .map((file) =>
        join(root, file)
          .replace(/\.spec\.ts$/, '')
          .split('/'),
      ),
  );
  /** A name leaves folders out, and may be that of a folder. */
  const isThere = (name: string) =>
    suites.some((path) => {
      const left = name
        .replaceAll('`', '')
        .replace(/\.spec\.ts$/, '')
        .split('/');
      for (const step of path) if (step === left[0]) left.shift();
      return left.length === 0;
    });
  const page = readFileSync('docs/security.md', 'utf8');
  const rows = page
    .slice(0, page.indexOf('## An identity'))
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\| (Promise|Party) |^\|[-|]+$/.test(line));

  it('names for each promise, and for each attempt of each party, tests that there are', () => {
    expect(rows.length).toBeGreaterThan(45);
    const named = rows.map((row) => ({ row, names: (row.split(' | ').at(-1) ?? '').replace(/ \|$/, '').split(', ') }));
    expect(
      named.flatMap(({ row, names }) => names.filter((name) => !isThere(name)).map((name) => [name, row])),
    ).toEqual([]);
  });
});

describe.each([
  ['docs/security-proofs.md', 'test/e2e/auth/idle-connections.spec.ts', 50],
  ['docs/undo-proofs.md', 'test/e2e/rollback/subtract.spec.ts', 50],
  ['docs/plainness-proofs.md', 'test/e2e/wire/openapi.spec.ts', 40],
  ['docs/calls-proofs.md', 'test/e2e/calls/performed-calls.spec.ts', 40],
  ['docs/intent-proofs.md', 'test/e2e/intent/levels.spec.ts', 30],
  ['docs/policy-proofs.md', 'test/e2e/policies/windows.spec.ts', 30],
  ['docs/adapters-proofs.md', 'test/e2e/mcp/mcp.spec.ts', 40],
  ['docs/wrap-proofs.md', 'sdk/test/objects/model.spec.ts', 70],
  ['docs/running-proofs.md', 'test/e2e/service/held-rows.spec.ts', 40],
  ['docs/dashboard-proofs.md', 'test/browser/shell.spec.ts', 30],
])('%s', (path, suite, least) => {
  /** The rows that name a suite that is not there, or a title that is not in it. */
  const unproved = (page: string) =>
    page
      .split('\n')
      .filter((line) => /^\| (?!Promise )/.test(line))
      .filter((line) => {
        const [, , suite = '', title = ''] = line.split('|').map((cell) => cell.trim().replaceAll('`', ''));
        return title === '' || !existsSync(suite) || !readFileSync(suite, 'utf8').includes(title);
      });
  const page = readFileSync(path, 'utf8');

  it('names for each promise a suite that there is, and words of the title of a test in it', () => {
    expect(page.match(/^\| (?!Promise )/gm)?.length).toBeGreaterThan(least);
    expect(unproved(page)).toEqual([]);
  });

  it('is checked by what sees a suite and a title that are missing', () => {
    const planted = ['| x | `test/e2e/auth/gone.spec.ts` | y |', `| x | \`${suite}\` | no title |`];
    expect(unproved([...planted, ...page.split('\n')].join('\n'))).toEqual(planted);
  });
});

describe('docs/limits.md', () => {
  const page = readFileSync('docs/limits.md', 'utf8');

  it('gives each limit of the code with its value', () => {
    expect(page.match(/ \| `[\w./-]+\.ts` `\w+` \|$/gm)?.length).toBeGreaterThan(100);
    expect(contradictedLimits(page)).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['| 256 KB | `json-body.ts`', '| 255 KB | `json-body.ts`', 'json-body.ts BODY_LIMIT_BYTES'],
    ['`TRIES`', '`GONE`', 'sign-in-tries.ts GONE'],
    [
      '| Policies of an organization | 1000 |',
      '| Policies |',
      'src/policies/policy.errors.ts MOST_POLICIES is not on the page',
    ],
  ])('is found to be wrong where %s becomes %s', (from, to, fault) => {
    expect(contradictedLimits(page.replace(from, to))).toEqual([fault]);
  });
});

describe('docs/decisions/README.md', () => {
  it('lists each decision once, with its title', () => {
    const decisions = readdirSync('docs/decisions').filter((file) => /^\d{4}-/.test(file));
    const rows = decisions.map((file) => {
      const [, number, title] = /^# (\d+)\. (.+)$/m.exec(readFileSync(join('docs/decisions', file), 'utf8')) ?? [];
      return `| ${number} | [${title}](${file}) |`;
    });
    const listed = readFileSync('docs/decisions/README.md', 'utf8').match(/^\| \d+ \| .*$/gm) ?? [];
    expect(decisions.length).toBeGreaterThan(80);
    expect(listed.toSorted()).toEqual(rows.toSorted());
  });
});

describe('every page', () => {
  it('names only npm scripts that there are', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const named = PAGES.filter((page) => !page.startsWith('docs/decisions/') && !page.endsWith('CHANGELOG.md')).flatMap(
      (page) =>
        [...readFileSync(page, 'utf8').matchAll(/npm run ([a-z]+(?::[a-z]+)?)/g)].map(([, name = '']) => ({
          page,
          name,
        })),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ name }) => !(name in scripts))).toEqual([]);
  });

  it('has no table cell above 200 characters and no paragraph above 90 words', () => {
    expect(PAGES.length).toBeGreaterThan(100);
    expect(PAGES.flatMap((page) => tooLong(readFileSync(page, 'utf8')).map((place) => `${page}:${place}`))).toEqual([]);
  });

  it('is measured by what sees a long cell, a long paragraph and a long item of a list, and no code', () => {
    const words = 'word '.repeat(91);
    const page = ['| a |', `| ${'x'.repeat(201)} |`, '', words, '', `- ${words}`, '', '```', words, '```'].join('\n');
    expect(tooLong(page)).toEqual(['2: a cell of 201 characters', '4: 91 words', '6: 91 words']);
    expect(tooLong(`| ${'x'.repeat(200)} |\n\n${'word '.repeat(90)}\n\n- ${'word '.repeat(89)}`)).toEqual([]);
  });

  it.each(['CHANGELOG.md', 'sdk/CHANGELOG.md'])('compares with no version before the first one: %s', (page) => {
    const unreleased = readFileSync(page, 'utf8').split(/\n## (?!Unreleased)/)[0] ?? '';
    const isFirst = unreleased.includes('0.1.0 is the first version.');
    const compares = (text: string) => /\b[Bb]efore,|\*\*Changed|of an earlier build/.test(text);
    expect(compares('Calls are counted. Before, they were not.')).toBe(true);
    expect(isFirst && compares(unreleased)).toBe(false);
  });

  it('links only to what is there', () => {
    const links = PAGES.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\((?![a-z]+:|#)([^)#]+)/g)].map(([, to = '']) => ({ page, to })),
    );
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter(({ page, to }) => !existsSync(join(dirname(page), to)))).toEqual([]);
  });

  it('leads only to sections that exist, also of other pages', () => {
    const anchorsOf = (file: string) =>
      [...readFileSync(file, 'utf8').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replace(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      );
    const links = PAGES.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\((?![a-z]+:)([^)#]*)#([^)]+)\)/g)].map(([, to, anchor = '']) => ({
        page,
        file: to ? join(dirname(page), to) : page,
        anchor,
      })),
    );
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter(({ file, anchor }) => !anchorsOf(file).includes(anchor))).toEqual([]);
  });

  it('of the packed SDK leaves the package only by addresses of files that the repository has', () => {
    const repository = 'https://github.com/backstop-dev/backstop/blob/main/';
    const pages = ['README.md', 'CHANGELOG.md', ...readdirSync('sdk/docs').map((file) => join('docs', file))];
    const links = pages.flatMap((page) =>
      [...readFileSync(join('sdk', page), 'utf8').matchAll(/\]\(([^)#]+)/g)].map(([, to = '']) => ({ page, to })),
    );
    const within = links.filter(({ to }) => !/^[a-z]+:/.test(to));
    const ours = links.filter(({ to }) => to.startsWith(repository));
    expect(within.filter(({ page, to }) => join(dirname(page), to).startsWith('..'))).toEqual([]);
    expect(ours.filter(({ to }) => !existsSync(to.slice(repository.length)))).toEqual([]);
    expect(ours.length).toBeGreaterThan(3);
  });
});
