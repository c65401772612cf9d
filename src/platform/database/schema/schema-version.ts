import type { AppliedSources } from './sql-plan.js';

/**
 * The version of the schema: raised by one in each release that changes a file of `migrations/`, and by two if the
 * processes of the release before cannot work with the change.
 */
export const SCHEMA_VERSION = 1;

/** The table whose one row a process updates to prove that it can write. */
export const READINESS = 'readiness';

/** Tables without rows of organizations: the notes of `migrate` about its own work, and the row of `READINESS`. */
export const BOOKKEEPING = ['migrations', READINESS, 'schema_version', 'sql_sources'];

/** A database serves processes of its own version and of the version before. */
export const isSupported = (version: number | null, own = SCHEMA_VERSION): boolean =>
  version === own || version === own + 1;

export interface Schema {
  /** Null when `migrate` has not finished on this database. */
  readonly version: number | null;
  /** Paths of the numbered files below `migrations/`. */
  readonly numbered: readonly string[];
  readonly sources: AppliedSources;
}

const INSTALL_NEWER =
  'Install the release that the database was migrated with, then run "npm start" again. Do not migrate with this one.';

/**
 * The reason why a process refuses to start on a database, or null. A database serves processes of its own version,
 * whose files it has to hold exactly, and of the version before: `migrate` runs first in a rolling update, then the
 * processes change.
 */
export function refusalOf(own: Schema & { version: number }, found: Schema): string | null {
  if (found.version === own.version + 1) return null;
  const differing = differingFiles(own, found);
  if (found.version === own.version && differing.length === 0) return null;
  const [first, ...others] = differing;
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  const difference = first
    ? `migrations/${first} differs${more}`
    : `it has version ${found.version} instead of ${own.version}`;
  if (found.version !== null && found.version > own.version) {
    return (
      `The schema of this database has version ${found.version}, and this process works with versions ${own.version} and ` +
      `${own.version + 1} only: ${difference}. ${INSTALL_NEWER}`
    );
  }
  const newer = found.numbered.find((path) => !own.numbered.includes(path));
  if (newer) return `This process is older than its database, which has migrations/${newer}. ${INSTALL_NEWER}`;
  return `The schema of this database is not up to date: ${difference}. Run "npm run migrate", then start again.`;
}

function differingFiles(own: Schema, found: Schema): string[] {
  const paths = [...new Set([...own.sources.keys(), ...found.sources.keys()])].sort();
  const numbered = [...new Set([...own.numbered, ...found.numbered])].sort();
  return [
    ...numbered.filter((path) => !own.numbered.includes(path) || !found.numbered.includes(path)),
    ...paths.filter((path) => own.sources.get(path) !== found.sources.get(path)),
  ];
}
