import { type ParseArgsConfig, parseArgs } from 'node:util';
import { isId } from '../../platform/ids.js';
import { isMonth } from './part.js';

export const USAGE = `npm run archive -- --before <YYYY-MM> --to <directory> [--organization <id>] [--give-up-undo] [--dry-run]
npm run archive -- restore --from <directory> --organization <id> [--month <YYYY-MM>] [--session <id>]

  --before        sessions that were last active before this month (UTC) leave; a month that has ended
  --to            the directory of the archive, which must exist: the same for each run
  --organization  of this organization alone
  --give-up-undo  completed sessions leave although they could still be undone
  --dry-run       says what would leave, and changes nothing

  restore         brings sessions back, to be read: those that began in the month, one session, or all
  --from          the directory of the archive

Ends with 0 when all that may leave has left, 1 when something failed, 2 when it was called wrongly.`;

/** The operator's request cannot be carried out as it stands; nothing was changed. */
export class UsageError extends Error {}

export interface ArchiveOptions {
  readonly before: string;
  readonly to: string;
  /** Undefined selects all organizations. */
  readonly organization: string | undefined;
  readonly giveUpUndo: boolean;
  readonly isDryRun: boolean;
}

export interface RestoreOptions {
  readonly from: string;
  readonly organization: string;
  /** Undefined selects all months. */
  readonly month: string | undefined;
  /** Undefined selects all sessions. */
  readonly session: string | undefined;
}

/** @throws UsageError */
export function parseRestoreOptions(args: readonly string[]): RestoreOptions {
  const { from, organization, month, session } = valuesOf(args, RESTORE);
  if (!from || !organization) throw new UsageError(`Give both --from and --organization.\n\n${USAGE}`);
  refuseOther('organization', organization);
  if (session !== undefined) refuseOther('session', session);
  if (month !== undefined && !isMonth(month)) {
    throw new UsageError(`--month must be a month such as 2026-03, not "${month}".`);
  }
  return { from, organization, month, session };
}

/** @throws UsageError */
export function parseArchiveOptions(args: readonly string[]): ArchiveOptions {
  const { before, to, organization, 'give-up-undo': giveUpUndo, 'dry-run': isDryRun } = valuesOf(args, ARCHIVE);
  if (before === undefined || to === undefined || to === '') {
    throw new UsageError(`Give both --before and --to.\n\n${USAGE}`);
  }
  if (!isMonth(before)) throw new UsageError(`--before must be a month such as 2026-03, not "${before}".`);
  if (organization !== undefined) refuseOther('organization', organization);
  return { before, to, organization, giveUpUndo: giveUpUndo === true, isDryRun: isDryRun === true };
}

function refuseOther(what: 'organization' | 'session', id: string): void {
  const one = what === 'organization' ? 'an organization' : 'a session';
  if (!isId(id)) throw new UsageError(`--${what} must be the id of ${one}, not "${id}".`);
}

const ARCHIVE = {
  before: { type: 'string' },
  to: { type: 'string' },
  organization: { type: 'string' },
  'give-up-undo': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const;

const RESTORE = {
  from: { type: 'string' },
  organization: { type: 'string' },
  month: { type: 'string' },
  session: { type: 'string' },
} as const;

function valuesOf<const O extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}
