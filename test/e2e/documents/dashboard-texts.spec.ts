import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textsOutside } from './support/texts-outside.js';

const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !file.includes('node_modules'))
    .map((file) => join(folder, file));

/** Files whose texts are no words of a page: the language of programs, of files and of requests. */
const NO_PAGE =
  /\.spec\.tsx?$|schema\.ts$|src\/words\.ts$|\/api\/|first-run\/starters\.ts$|sessions\/export\.ts$|keyboard\/listener\.ts$|ui\/(?:local-time|reveal)\.ts$/;

/** The names of at least four words with which their texts begin, too. */
function namedByText(source: string): string[] {
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '');
  return [...source.matchAll(/\b(\w+):\s+(?:\([^)]*\) =>\s+)?['"`]([^\n]*)/g)].flatMap(([, name = '', text = '']) =>
    /[a-z]/.test(name) && /(?:[A-Z].*){3}/.test(name) && letters(text).startsWith(letters(name)) ? name : [],
  );
}

describe('the texts of the dashboard', () => {
  const pages = filesIn('dashboard/src', /\.tsx?$/).filter((file) => !NO_PAGE.test(file));

  it('stand in one file, by page', () => {
    expect(pages.length).toBeGreaterThan(200);
    expect(pages.flatMap((file) => textsOutside(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('have names of their purpose, not their first words', () => {
    expect(namedByText(readFileSync('dashboard/src/words.ts', 'utf8'))).toEqual([]);
    expect(namedByText("const a = { theCallsThatWere: 'The calls that were made', lead: 'The calls' }")).toEqual([
      'theCallsThatWere',
    ]);
  });

  it.each([
    ['between tags', '<p>Nothing waits</p>'],
    ['between tags, in lower case', '<p>left</p>'],
    ['chosen between tags', "<p>{isOn ? 'on' : 'off'}</p>"],
    ['in an attribute', '<List label="sessions" />'],
    ['in an attribute that chooses', "<List title={isOn ? 'Switch off' : 'Switch on'} />"],
    ['with a value in it', `<List aria-label={\`Remove \${name}\`} />`],
    ['in an attribute, after a value', `<Empty title={\`\${page} requires \${plan}\`} />`],
    ['where another condition shows an element', "const cell = at ? <Moment at={at} /> : 'never'"],
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
