import type { SqlSource } from '../../../../src/platform/database/schema/sql-source.js';
import { type EntityUse, entityUsesIn } from './entity-uses.js';
import { sqlTextsIn } from './sql-texts.js';
import { type Use, usesOf, usesOfRoutine } from './statement-tables.js';

export interface Code {
  /** TypeScript by its path from the root: `src/<module>/…`. */
  readonly files: ReadonlyMap<string, string>;
  /** Functions, views and triggers. */
  readonly sources: readonly SqlSource[];
}

export type Owners = Readonly<Record<string, string>>;

export interface Breach {
  readonly file: string;
  readonly message: string;
}

/** The platform runs SQL that it gets from others: the files of `migrations/` and the texts of the services. */
const runsTextsOfOthers = (file: string) => /^(src\/platform\/database\/|migrations\/functions\/platform\/)/.test(file);

const HOW: Readonly<Record<EntityUse['how'], string>> = {
  declared: 'declares an entity of',
  used: 'uses the entity of',
  handed: 'uses the entity of',
  text: 'names',
};

const VERBS = { read: 'reads', lock: 'locks', write: 'writes' } as const;

/**
 * Returns each write, lock or read that the owner of the table does not offer, and each SQL text that cannot be read.
 */
export async function breachesOf({ files, sources }: Code, owners: Owners): Promise<Breach[]> {
  const views: Owners = Object.fromEntries(
    sources.filter(({ kind }) => kind === 'view').map(({ name, module }) => [name, module]),
  );
  const breaches = new Map<string, Breach>();
  const say = (file: string, line: number, what: string) => {
    const message = `${file}:${line}: ${what}`;
    breaches.set(message, { file, message });
  };
  const judge = (file: string, line: number, module: string, { access, relation }: Use) => {
    const owner = owners[relation] ?? views[relation];
    if (owner === module || (owner && access === 'read' && relation in views)) return;
    if (owner)
      say(file, line, `${module} ${VERBS[access]} ${relation}, a table of ${owner}: ${insteadOf(access, owner)}.`);
    else if (!runsTextsOfOthers(file))
      say(
        file,
        line,
        `${module} ${VERBS[access]} ${relation}, which has no entity: add one in the folder of its owner.`,
      );
  };

  const { texts, unreadable } = await sqlTextsIn(files, Object.keys(owners));
  for (const { file, line, text } of texts)
    for (const use of await usesOf(text)) judge(file, line, moduleOf(file), use);
  for (const { file, line, why } of unreadable) if (!runsTextsOfOthers(file)) say(file, line, `${why}.`);

  for (const { file, line, table, how } of entityUsesIn(files, Object.keys(owners))) {
    const [module, owner] = [moduleOf(file), owners[table] ?? ''];
    if (owner !== module)
      say(file, line, `${module} ${HOW[how]} ${table}, a table of ${owner}: ${insteadOf('write', owner)}.`);
    else if (how === 'text') say(file, line, `names ${table} in a text: name its entity.`);
    else if (how === 'handed') say(file, line, `hands on the entity of ${table}: name it where it is used.`);
  }

  for (const source of sources) {
    const file = `migrations/${source.path}`;
    const { uses, isDynamic } = await usesOfSource(source, sources, owners, views);
    for (const use of uses) judge(file, lineOf(source.text, use.relation), source.module, use);
    if (isDynamic && !runsTextsOfOthers(file)) say(file, 1, 'executes a statement that is known only at run time.');
  }
  return [...breaches.values()];
}

const moduleOf = (file: string) => /^src\/([^/]+)\//.exec(file)?.[1] ?? 'the root of src';

const insteadOf = (access: Use['access'], owner: string) =>
  access === 'read'
    ? `read a view of migrations/views/${owner}, or call a service of src/${owner}`
    : `call a service of src/${owner}, or a function of migrations/functions/${owner}`;

async function usesOfSource(source: SqlSource, all: readonly SqlSource[], owners: Owners, views: Owners) {
  if (source.kind === 'trigger') return { uses: [], isDynamic: false };
  if (source.kind === 'view') return { uses: await usesOf(source.text), isDynamic: false };
  const { parameters, body, isDynamic } = await usesOfRoutine(source.text);
  const rows = parameters.filter(({ relation }) => relation in owners || relation in views);
  const passed = transitionTables(source, all);
  return { uses: [...rows, ...body.filter(({ relation }) => !passed.has(relation))], isDynamic };
}

/** The names under which triggers pass rows to the function. */
function transitionTables({ name }: SqlSource, all: readonly SqlSource[]): ReadonlySet<string> {
  const triggers = all.filter(({ kind, text }) => kind === 'trigger' && text.includes(`FUNCTION ${name}(`));
  return new Set(
    triggers.flatMap(({ text }) => [...text.matchAll(/(?:OLD|NEW) TABLE AS (\w+)/g)].map(([, as]) => as ?? '')),
  );
}

function lineOf(text: string, relation: string): number {
  const lines = text.split('\n').map((line) => line.replace(/--.*/, ''));
  return lines.findIndex((line) => new RegExp(`\\b${relation}\\b`).test(line)) + 1;
}
