// Writes into README.md which operations each connector undoes, from the built connectors. `test/e2e/documents/readme.spec.ts` fails when
// the table there is an old one.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PAGE = 'README.md';
const BEGIN = '<!-- connectors: npm run generate -- connectors -->';
const END = '<!-- end of connectors -->';

const ROWS = '`rows.{insert, update, delete}`, and SQL statements that do one of these';

/** The page of a connector, and facts that its operations do not state. */
const PAGES = {
  gcal: { page: 'google' },
  gdrive: { page: 'google' },
  gmail: { page: 'google' },
  http: { exact: 'each call whose inverse the operator declares', none: 'all others' },
  mcp: { none: 'every tool' },
  mysql: { exact: ROWS, none: 'other statements' },
  postgres: { exact: ROWS, none: 'other statements' },
};

/** `issues.update`, `issues.lock`, `git.createRef` become "issues.{update, lock}, git.createRef". */
function grouped(names) {
  const groups = new Map();
  for (const name of names) {
    const at = name.lastIndexOf('.');
    const resource = name.slice(0, at);
    groups.set(resource, [...(groups.get(resource) ?? []), name.slice(at + 1)]);
  }
  const parts = [...groups].map(([resource, verbs]) =>
    verbs.length === 1 ? `${resource}.${verbs[0]}` : `${resource}.{${verbs.join(', ')}}`,
  );
  return parts.map((part) => `\`${part}\``).join(', ');
}

/** Groups of names, each short enough for one cell: a cell of a page has at most 200 characters. */
function cellsOf(names) {
  const cells = [[]];
  for (const name of names) {
    if (grouped([...cells.at(-1), name]).length <= 200) cells.at(-1).push(name);
    else cells.push([name]);
  }
  return cells.map(grouped);
}

function rows({ id, operations }) {
  const changing = operations.filter(({ operationType }) => operationType !== 'READ');
  const names = (wanted) =>
    changing.filter(({ reversibility }) => reversibility === wanted).map(({ apiName }) => apiName.slice(id.length + 1));
  const { page = id, exact, none = names('none').length || '' } = PAGES[id] ?? {};
  if (!existsSync(`docs/connectors/${page}.md`)) throw new Error(`There is no docs/connectors/${page}.md.`);
  const [first, ...more] = exact ? [exact] : cellsOf(names('exact'));
  const cells = [`[${id}](docs/connectors/${page}.md)`, first, grouped(names('compensating')), none];
  return [`| ${cells.join(' | ')} |`, ...more.map((cell) => `|  | ${cell} |  |  |`)];
}

/** The table, line by line. */
export function connectorTable(connectors) {
  const sorted = [...connectors].sort((one, other) => one.id.localeCompare(other.id));
  return [
    '| Connector | Restored exactly | Undone, but something remains | Not undone |',
    '|---|---|---|---|',
    ...sorted.flatMap(rows),
  ];
}

/** Returns the page with this table inserted. */
export function withTable(page, connectors) {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${PAGE} has no place for the table, from ${BEGIN} to ${END}.`);
  return `${page.slice(0, from)}${BEGIN}\n\n${connectorTable(connectors).join('\n')}\n\n${page.slice(to)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { CONNECTORS } = await import('../dist/connectors/all.js');
  writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8'), CONNECTORS));
}
