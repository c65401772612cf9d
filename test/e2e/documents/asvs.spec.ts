import { existsSync, readFileSync } from 'node:fs';

/** Requirements of levels 1 and 2 in the CSV file of https://github.com/OWASP/ASVS/tree/v5.0.0_release/5.0/docs_en. */
const OF_LEVELS = { L1: 70, L2: 183 };
const OF_CHAPTERS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];
const EXPECTED: Readonly<Record<string, number>> = {
  ...OF_LEVELS,
  ...Object.fromEntries(OF_CHAPTERS.map((count, index) => [`V${index + 1}`, count])),
};
const STATUSES = ['met', 'partly', 'not met', 'does not apply'];

const page = readFileSync('docs/asvs.md', 'utf8');

interface Row {
  readonly id: string;
  readonly level: string;
  readonly status: string;
  /** Empty if the row has not exactly five cells. */
  readonly evidence: string;
}

const rowsOf = (text: string): Row[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| V'))
    .map((line) => {
      const [id = '', level = '', , status = '', evidence = '', ...more] = line.slice(2, -2).split(' | ');
      return { id, level, status, evidence: more.length > 0 ? '' : evidence };
    });

/** Paths of tests, sources and pages. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`((?:test|src|sdk|docs|dashboard)\/[^`]+|[A-Z]+\.md)`/g)].map(([, path = '']) => path);

const namesProof = (evidence: string) => pathsIn(evidence).some((path) => /\.(?:spec\.ts|md)$/.test(path));

/** Sections as the page names them: `docs/contract.md`, "Auth", "Routes". */
const sectionsIn = (text: string) =>
  [...text.matchAll(/`(docs\/[\w-]+\.md)`((?:, "[^"]+")+)/g)].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, section = '']) => ({ file, section })),
  );

const headingsOf = (file: string) =>
  existsSync(file) ? [...readFileSync(file, 'utf8').matchAll(/^#{2,4} (.+)$/gm)].map(([, heading]) => heading) : [];

/** Returns the sentence of the introduction for these rows. */
function totalsOf(rows: readonly Row[]): string {
  const [met, partly, notMet, other] = STATUSES.map((status) => rows.filter((row) => row.status === status).length);
  const [first, second] = ['L1', 'L2'].map((level) => rows.filter((row) => row.level === level).length);
  return (
    `Of its ${rows.length} requirements of level 1 (${first}) and level 2 (${second}), ` +
    `${met} are met, ${partly} are partly met, ${notMet} are not met and ${other} do not apply.`
  );
}

function faultsOf(text: string): string[] {
  const rows = rowsOf(text);
  const ids = rows.map(({ id }) => id);
  /** Counts the rows of a level or of a chapter. */
  const countOf = (part: string) =>
    rows.filter(({ id, level }) => level === part || /^(V\d+)\.\d+\.\d+$/.exec(id)?.[1] === part).length;
  return [
    ...rows.filter(({ status }) => !STATUSES.includes(status)).map(({ id, status }) => `${id} is "${status}"`),
    ...rows.filter(({ evidence }) => evidence === '').map(({ id }) => `${id} has no evidence and no reason`),
    ...rows
      .filter(({ status, evidence }) => status === 'met' && !namesProof(evidence))
      .map(({ id }) => `${id} is met without a test or a page`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} has several rows`),
    ...Object.entries(EXPECTED)
      .filter(([part, count]) => countOf(part) !== count)
      .map(([part, count]) => `${part} has ${countOf(part)} rows instead of ${count}`),
    ...(text.includes(totalsOf(rows)) ? [] : [`the introduction does not say: ${totalsOf(rows)}`]),
    ...pathsIn(text)
      .filter((path) => !existsSync(path))
      .map((path) => `${path} does not exist`),
    ...sectionsIn(text)
      .filter(({ file, section }) => !headingsOf(file).includes(section))
      .map(({ file, section }) => `${file} has no section "${section}"`),
  ];
}

describe('docs/asvs.md', () => {
  it('has one row for each requirement, with a status, what shows it and the right totals', () => {
    expect(new Set(pathsIn(page)).size).toBeGreaterThan(80);
    expect(sectionsIn(page).length).toBeGreaterThan(20);
    expect(faultsOf(page)).toEqual([]);
  });

  const [first = '', second = ''] = page.split('\n').filter((line) => line.startsWith('| V'));
  it.each<[string, string, string, string]>([
    ['has another word as a status', '| met |', '| mostly met |', 'V1.1.1 is "mostly met"'],
    ['counts wrongly', ' are met, ', '0 are met, ', 'the introduction does not say: '],
    ['leaves a requirement out', `${first}\n`, '', 'L2 has 182 rows instead of 183'],
    ['has a requirement twice', first, `${first}\n${first}`, 'V1.1.1 has several rows'],
    ['has a row without evidence', second, second.replace(/\| met \|.*/, '| met |  |'), 'V1.1.2 has no evidence'],
    ['has a row with a sixth cell', second, `${second} more |`, 'V1.1.2 has no evidence'],
    ['calls a requirement met for a reason', second, second.replace(/`.*`/, 'It is.'), 'V1.1.2 is met without a test'],
    ['names a test that is not there', 'wire/input.spec.ts', 'wire/gone.spec.ts', 'wire/gone.spec.ts does not exist'],
    ['names a section that is not there', '"Rate limits"', '"Rates"', 'docs/contract.md has no section "Rates"'],
    ['has an id that is none', '| V17.1.1 |', '| V18.1.1 |', 'V17 has 6 rows instead of 7'],
  ])('is found to be wrong when it %s', (_, from, to, fault) => {
    const changed = page.replace(from, to);
    expect(changed).not.toBe(page);
    expect(faultsOf(changed)).toContainEqual(expect.stringContaining(fault));
  });
});
