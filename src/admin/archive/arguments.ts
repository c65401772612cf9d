import { parseArgs } from 'node:util';
import { isId } from '../../platform/ids.js';
import { isMonth } from './part.js';

export const USAGE = `npm run archive -- --before <YYYY-MM> --to <directory> [--organization <id>] [--give-up-undo] [--dry-run]

  --before        sessions that were last active before this month (UTC) leave; a month that has ended
  --to            the directory of the archive, which must exist: the same for each run
  --organization  of this organization alone
  --give-up-undo  completed sessions leave although they could still be undone
  --dry-run       says what would leave, and changes nothing

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

/** @throws UsageError */
export function parseArchiveOptions(args: readonly string[]): ArchiveOptions {
  const { before, to, organization, 'give-up-undo': giveUpUndo, 'dry-run': isDryRun } = valuesOf(args);
  if (before === undefined || to === undefined || to === '') {
    throw new UsageError(`Give both --before and --to.\n\n${USAGE}`);
  }
  if (!isMonth(before)) throw new UsageError(`--before must be a month such as 2026-03, not "${before}".`);
  if (organization !== undefined && !isId(organization)) {
    throw new UsageError(`--organization must be the id of an organization, not "${organization}".`);
  }
  return { before, to, organization, giveUpUndo: giveUpUndo === true, isDryRun: isDryRun === true };
}

function valuesOf(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        before: { type: 'string' },
        to: { type: 'string' },
        organization: { type: 'string' },
        'give-up-undo': { type: 'boolean' },
        'dry-run': { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}
