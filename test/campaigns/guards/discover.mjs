import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Mutant
 * @property {string} kind
 * @property {string} file relative to the repository; or `function <name>` of the database
 * @property {number} line
 * @property {string} what
 * @property {string} text the whole of the file, or of the function, with one guard removed
 */

const sources = () =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(spec|testkit|dto|entity)\.ts$/.test(file))
    .map((file) => join('src', file))
    .sort();

const lineOf = (text, index) => text.slice(0, index).split('\n').length;
const lineAt = (text, index) =>
  text
    .slice(text.lastIndexOf('\n', index) + 1)
    .split('\n')[0]
    .trim();

/** Makes one mutant for each match for which `replaced` returns a text. */
function mutants(kind, file, text, pattern, replaced) {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const replacement = replaced(match);
    if (replacement === null) return [];
    const { by, what } = replacement;
    const mutated = text.slice(0, match.index) + by + text.slice(match.index + match[0].length);
    return { kind, file, line: lineOf(text, match.index), what, at: lineAt(text, match.index), text: mutated };
  });
}

/** Returns the argument of an `@Access(…)`, also if it is a constant of its file. */
function accessIn(text, argument) {
  if (argument.startsWith('{')) return argument;
  return new RegExp(`const ${argument}\\b[^{]*(\\{.*?\\}) as const`, 's').exec(text)?.[1] ?? '';
}

/** Makes the mutants of every route's declaration: its callers, its plan, and its rate limit. */
export function accessMutants(file, text) {
  const pattern = /@Access\(((?:[^()]|\([^()]*\))*)\)/g;
  const weaker = (what, change, when) =>
    mutants('access', file, text, pattern, ([, argument]) =>
      when.test(accessIn(text, argument)) ? { by: `@Access({ ...${argument}, ${change} })`, what } : null,
    );
  return [
    ...weaker('agents may call it', "may: undefined, who: 'any'", /may: '/),
    ...weaker('any caller may call it', "may: undefined, who: 'public'", /who: 'any'|may: '/),
    ...weaker('no plan is needed', 'plan: undefined', /plan: '(PRO|TEAM)'/),
    ...weaker('it has no limit', 'limit: undefined', /limit/),
  ];
}

const OF_ORGANIZATION = /\borganization_?[iI]d\b/;

/** Every condition on an organization, in SQL (`w`: what one of many is wanted of) and in the criteria TypeORM takes. */
export function filterMutants(file, text) {
  if (!OF_ORGANIZATION.test(text)) return [];
  const criteria =
    /((?:\bwhere(?::| =|\()|\b\w*(?:By|ByOrFail|update|delete|count)\(\s*\w+,|\bconst \w+ =)\s*\{(?:[^{}]*?,)?\s*)organizationId\b(?:: [\w.]+)?,?/g;
  return [
    ...mutants('filter', file, text, /(?<!SET )\b(\w+\.)?organization_id = (\$\d+|w\.org)/g, ([all, , parameter]) => ({
      by: `${parameter}::uuid IS NOT NULL`,
      what: `no ${all}`,
    })),
    ...mutants('filter', file, text, criteria, ([all, before]) =>
      /\bconst \w+ =/.test(before) && !isCriteria(text, before)
        ? null
        : { by: before, what: `no organization in ${all.trim()}` },
    ),
  ];
}

/** An object with a name of its own is criteria if TypeORM is handed that name to look for. */
function isCriteria(text, before) {
  const name = /const (\w+) =/.exec(before)?.[1];
  return name === 'where' || new RegExp(`(update|delete|By)\\(\\w+, ${name}\\b`).test(text);
}

/** Every change that others cache says so. */
export const epochMutants = (file, text) =>
  mutants('epoch', file, text, /await this\.epochs\.raise\([^;]*\);/g, ([all]) => ({ by: ';', what: `no ${all}` }));

export function sourceMutants() {
  return sources().flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return [...accessMutants(file, text), ...filterMutants(file, text), ...epochMutants(file, text)];
  });
}

/** The same in the functions of the database that the service calls with organizations of its own choosing. */
export async function functionMutants(db) {
  const { rows } = await db.query(
    `SELECT proname AS name, pg_get_functiondef(oid) AS text FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' AND NOT prosecdef ORDER BY 1`,
  );
  return rows.flatMap(({ name, text }) => {
    const by = (pattern, replacement, what) =>
      mutants('function', `function ${name}`, text, pattern, ([all]) => ({ by: replacement, what: `${what}: ${all}` }));
    return [
      ...by(
        /\b(\w+\.organization_id|organization_id|held\.owners\[c\.session\]) = (i\.org|t\.org|organizations\[c\.org\]|ANY \(organizations\))/g,
        'true',
        'no organization',
      ),
      ...by(
        /\((\w)\.simulated IS NULL OR (x\.simulated|held\.simulations\[c\.session\]) = \1\.simulated\)/g,
        'true',
        'no kind of session',
      ),
      ...by(/o\.epoch IS DISTINCT FROM i\.epoch/g, 'false', 'no epoch'),
    ];
  });
}
