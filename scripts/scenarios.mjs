// Writes which scenarios are shown of which connector into docs/connectors.md; with --check, fails when the table there is
// another, or when a test that a cell names is not there.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { COLUMNS, MORE } from '../test/connectors/scenarios/support/cells.mjs';
import { CASES } from '../test/connectors/subjects/cases.mjs';

const PAGE = 'docs/connectors.md';
const [BEGIN, END] = ['<!-- scenarios: npm run generate -- scenarios -->', '<!-- end of scenarios -->'];
const OF_ALL = ['scenarios', 'performed'].map((name) =>
  readFileSync(`test/connectors/scenarios/support/${name}.ts`, 'utf8'),
);
const NEEDS = new Map(
  [...OF_ALL.join('\n').matchAll(/title: '(.*)',(?:\n\s+needs: '(\w+)',)?/g)].map(([, ...one]) => one),
);

const problems = [];
const notes = [];

function note(text) {
  const known = notes.indexOf(text);
  return known >= 0 ? known + 1 : notes.push(text);
}

const shown = { proved: () => '✓', na: (reason) => `n/a ${note(reason)}` };

function inColumn(name, { suite, lacks = {} }, titles) {
  if (!existsSync(suite)) problems.push(`${name}: there is no ${suite}`);
  const missing = titles.filter((title) => !NEEDS.has(title));
  for (const title of missing) problems.push(`${name}: there is no scenario "${title}"`);
  const reasons = titles.map((title) => lacks[NEEDS.get(title)]);
  const held = reasons.filter((reason) => !reason).length;
  if (held === titles.length) return shown.proved();
  const why = [...new Set(reasons.filter(Boolean))].map(note).join(', ');
  return held > 0 ? `✓ in part ${why}` : `n/a ${why}`;
}

function inMore(name, cell, column) {
  if (!cell) {
    problems.push(`${name}: nothing is said of "${column}"`);
    return '';
  }
  const [[kind, value]] = Object.entries(cell);
  const test = kind === 'proved' ? value : cell.shownBy;
  if (test) {
    const [file, title] = test;
    if (!existsSync(file) || !readFileSync(file, 'utf8').includes(title))
      problems.push(`${name}: ${file} holds no test "${title}"`);
  }
  return shown[kind](value);
}

const names = Object.keys(CASES).filter((name) => !CASES[name].undoesNothing);
const rows = [
  ...Object.entries(COLUMNS).map(([column, titles]) => [
    column,
    ...names.map((name) => inColumn(name, CASES[name], titles)),
  ]),
  ...MORE.map((column) => [column, ...names.map((name) => inMore(name, CASES[name].more[column], column))]),
];
const table = [['', ...names], ['---', ...names.map(() => '---')], ...rows].map((cells) => `| ${cells.join(' | ')} |`);
const text = [BEGIN, '', ...table, '', ...notes.map((one, index) => `${index + 1}. ${one}`), '', END].join('\n');

const page = readFileSync(PAGE, 'utf8');
const [from, to] = [page.indexOf(BEGIN), page.indexOf(END) + END.length];
if (from < 0 || to < from) problems.push(`${PAGE} has no place for the table`);
const written = page.slice(0, from) + text + page.slice(to);
if (process.argv.includes('--check')) {
  if (written !== page) problems.push(`${PAGE} shows another table: npm run generate -- scenarios`);
} else writeFileSync(PAGE, written);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
