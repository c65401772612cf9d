import { ofProject, requireFromHome } from './clients/popular-client.js';
import { REFUSED_CLIENTS } from './clients/refused.js';
import { POPULAR } from './clients.js';

/** The operations of each client, by its name, that its programs were asked for. */
export type Seen = Map<string, readonly string[]>;

const [BEGIN, FINISH] = ['<!-- clients -->', '<!-- /clients -->'];
/** A cell of a page has at most 200 characters. */
const LONGEST_CELL = 180;

/** The page with this table in the place of its former one. */
export function pageWith(page: string, table: string): string {
  const [before = '', rest = ''] = page.split(BEGIN);
  const [, after = ''] = rest.split(FINISH);
  return `${before}${BEGIN}\n${table}\n${FINISH}${after}`;
}

export function tableOf(seen: Seen): string {
  const { dependencies, devDependencies } = ofProject('../../../../../package.json');
  const versions = { ...devDependencies, ...dependencies, ...requireFromHome('./package.json').dependencies };
  const governed = POPULAR.map(
    ({ name, wrapped, reads, through, callbacks }) =>
      `| ${name} ${versions[name]} | \`${wrapped}\` | ${listed(seen.get(name))} | ${listed(reads)} | ${listed(through)} | ${listed(callbacks)} | – |`,
  );
  const refused = REFUSED_CLIENTS.map(
    ({ name, wrapped, instead }) =>
      `| ${name} ${versions[name]} | \`${wrapped}\` | – | – | – | – | the whole object: wrap ${instead} |`,
  );
  const head = ['Client', 'What is wrapped', 'Governed, for example', '`reads`', '`through`', '`callbacks`', 'Refused'];
  return [
    `| ${head.join(' | ')} |`,
    `|${'---|'.repeat(head.length)}`,
    ...[...governed, ...refused].toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
  ].join('\n');
}

function listed(paths: readonly string[] = []): string {
  if (paths.length === 0) return '–';
  let cell = '';
  for (const path of paths) {
    const longer = cell === '' ? `\`${path}\`` : `${cell}, \`${path}\``;
    if (longer.length > LONGEST_CELL) return `${cell}, …`;
    cell = longer;
  }
  return cell;
}
