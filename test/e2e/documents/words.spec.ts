import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textsOutside } from './support/texts-outside.js';

/** Words that name no actor: "another client", "a person", "the agent", "each caller" do. */
const NO_ACTOR = /\b(?:nobody|somebody|whoever|everyone)\b/i;

/** Names that were changed because they say nothing, or something else. */
const FORMER_NAMES =
  /\b(?:decideOnTheNewest|NOW_AND_THEN_MS|isStillSomebody|Noticed|workOff|addGivenApproval|settleInsert|given_approvals|GivenApproval)\b/;

const SOURCES = [
  'src',
  'packages/sql/src',
  'sdk/src',
  'sdk/test',
  'test',
  'scripts',
  'examples',
  'bench',
  'migrations',
];
const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'sdk/README.md'];

const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !file.includes('node_modules'))
    .map((file) => join(folder, file));

const sources = SOURCES.flatMap((folder) => filesIn(folder, /\.(?:ts|mjs|sql|sh)$/)).map((file) => ({
  file,
  lines: readFileSync(file, 'utf8').split('\n'),
}));

/** Returns the text of a comment or of the title of a test; null if the line is neither. */
function proseOf(line: string): string | null {
  const [, comment] = /^\s*(?:\/\/|\/?\*\*?|--|#)\s(.*)$/.exec(line) ?? /\s\/\/ (.*)$/.exec(line) ?? [];
  const [, , title] = /^\s*(?:it|describe)(?:\.\w+)?\((['"`])(.*)\1/.exec(line) ?? [];
  return comment ?? title ?? null;
}

/** Removes names in code quotes, such as the Unix account `nobody`. */
const withoutCode = (text: string) => text.replace(/`[^`]*`/g, '');
const namesNoActor = (text: string) => NO_ACTOR.test(withoutCode(text));

describe('what people read', () => {
  it('names who acts: in comments and in the titles of tests', () => {
    const prose = sources.flatMap(({ file, lines }) =>
      lines.flatMap((line) => {
        const text = proseOf(line);
        return text === null ? [] : [`${file}: ${text}`];
      }),
    );
    expect(prose.length).toBeGreaterThan(5_000);
    expect(prose.filter(namesNoActor)).toEqual([]);
  });

  it('names who acts: in the pages, in the definition of the wire and in what the service says', () => {
    const pages = [...PAGES, ...filesIn('docs', /\.md$/), ...filesIn('sdk/docs', /\.md$/), 'openapi.json'];
    const said = [...filesIn('src', /(?:\.errors|problems|\.dto)\.ts$/), ...pages];
    const lines = said.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => `${file}: ${line}`),
    );
    expect(said.length).toBeGreaterThan(60);
    expect(lines.filter(namesNoActor)).toEqual([]);
  });

  it('has none of the names that were changed', () => {
    const own = 'test/e2e/documents/words.spec.ts';
    // A numbered migration has to name what it renames.
    const lines = sources
      .filter(({ file }) => file !== own && !/^migrations\/\d/.test(file))
      .flatMap(({ file, lines }) => lines.map((line) => `${file}: ${line}`));
    expect(lines.length).toBeGreaterThan(50_000);
    expect(lines.filter((line) => FORMER_NAMES.test(line))).toEqual([]);
  });
});

/** Texts of earlier dashboards that a reader new to the product had to read twice. */
const FORMER_TEXTS =
  /[0-9}] calls? waits?\b|state of before|Can be made up for|It cannot be told|What the session did before|Clean or not|To look at|An agent shows a key|Calls run\.|Leads to|Told of|What it is for|Receivers are told|What is not taken|The test was|Is it the log|It was not there|It is gone\.|Make (?:the|an) |Good until|[Nn]obody|Everything of FREE|comes with the plan|Name of the calls|A truth value|None is given|Nothing of that name|This is no JSON|Forgot the password|so far'|so far"/;

describe('the texts of the dashboard', () => {
  const textsIn = (source: string) =>
    source
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .split('\n')
      .filter((line) => !/^\s*(?:\/\/|import )/.test(line));

  it('use the terms of the field, and none of the former ones', () => {
    const files = filesIn('dashboard/src', /\.tsx?$/).filter((file) => !/schema\.ts$|\.spec\.ts$/.test(file));
    const lines = files.flatMap((file) => textsIn(readFileSync(file, 'utf8')).map((line) => `${file}: ${line.trim()}`));
    expect(lines.length).toBeGreaterThan(8_000);
    expect(lines.filter((line) => FORMER_TEXTS.test(line))).toEqual([]);
  });

  it('are found where one uses a former term, and not in a comment', () => {
    const source = `/** Nobody reads it. */\n// calls wait\n<Empty title="23 calls wait" />`;
    expect(textsIn(source).filter((line) => FORMER_TEXTS.test(line))).toHaveLength(1);
  });
});

describe('a page of the documentation', () => {
  it('names only files that there are', () => {
    const known = SOURCES.concat('docs', 'sdk').flatMap((folder) => filesIn(folder, /\./));
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

/** Files whose texts are no words of a page: the language of programs, of files and of requests. */
const NO_PAGE =
  /\.spec\.tsx?$|schema\.ts$|\/words\.ts$|\/api\/|first-run\/starters\.ts$|sessions\/export\.ts$|ui\/(?:local-time|reveal)\.ts$/;
/** The texts of the editor of policies are still beside its controls. */
const POLICIES = /features\/policies\//;

describe('the texts of the dashboard', () => {
  const pages = filesIn('dashboard/src', /\.tsx?$/).filter((file) => !NO_PAGE.test(file));

  it('stand in one file, by page', () => {
    const others = pages.filter((file) => !POLICIES.test(file));
    expect(others.length).toBeGreaterThan(200);
    expect(others.flatMap((file) => textsOutside(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  it.each([
    ['between tags', '<p>Nothing waits</p>'],
    ['between tags, in lower case', '<p>left</p>'],
    ['chosen between tags', "<p>{isOn ? 'on' : 'off'}</p>"],
    ['in an attribute', '<List label="sessions" />'],
    ['in an attribute that chooses', "<List title={isOn ? 'Switch off' : 'Switch on'} />"],
    ['with a value in it', `<List aria-label={\`Remove \${name}\`} />`],
    ['in a table', "const STATES = { ACTIVE: ['Active', 'good'] }"],
  ])('are found %s', (_, planted) => {
    expect(textsOutside('planted.tsx', planted)).not.toEqual([]);
  });

  it.each([
    '<code>node agent.mjs</code>',
    '<p className="Big Red">{words.title}</p>',
    "const isEnter = key === 'Enter'",
    "throw new TypeError('The list is empty')",
    "import a from 'Some thing'",
    `<Link to={\`/sessions/\${id}\`}>{words.open}</Link>`,
  ])('are not what a program reads: %s', (code) => {
    expect(textsOutside('code.tsx', code)).toEqual([]);
  });
});
