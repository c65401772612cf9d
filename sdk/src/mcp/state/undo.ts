import type { KnownServer, State, UndoOptions, UseTool } from '../known/known-server.js';
import type { JournalEntry } from './journal.js';
import { sameState } from './same-state.js';

export interface Undoing {
  readonly outcome:
    | 'ROLLED_BACK'
    | 'ROLLBACK_FAILED'
    | 'CONFLICT'
    | 'IRREVERSIBLE'
    | 'UNKNOWN'
    | 'SKIPPED'
    /** The state is the same as before the call. */
    | 'NOTHING_TO_UNDO';
  readonly detail: string;
}

/**
 * Compares the states before the call, after it, and now; restores resources that are still as the agent left them;
 * reads back. Never throws.
 */
export async function undone(
  known: KnownServer,
  entry: JournalEntry | undefined,
  options: UndoOptions,
  read: UseTool,
  write: UseTool,
): Promise<Undoing> {
  if (!entry) return { outcome: 'IRREVERSIBLE', detail: 'Nothing was read before the call.' };
  const { before, after, tool } = entry;
  if (entry.isUndone) return { outcome: 'NOTHING_TO_UNDO', detail: 'It was undone before.' };
  if (before === null) return { outcome: 'IRREVERSIBLE', detail: `It was not read before the call: ${entry.reason}.` };
  const resources = Object.keys(before);
  try {
    if (after !== null && sameState(before, after))
      return { outcome: 'NOTHING_TO_UNDO', detail: 'It changed nothing.' };
    const now = await known.capture(resources, read);
    if (sameState(now, before)) return { outcome: 'NOTHING_TO_UNDO', detail: 'It is as it was before the call.' };
    if (after === null) return { outcome: 'UNKNOWN', detail: 'What the call left was not seen; look at it yourself.' };
    const foreign = resources.filter((one) => !sameState(now[one] ?? null, after[one] ?? null));
    if (foreign.length > 0)
      return { outcome: 'CONFLICT', detail: `No longer as the call left it: ${foreign.join(', ')}.` };
    const calls = known.undo(tool, before, now, options);
    if (typeof calls === 'string') return { outcome: 'IRREVERSIBLE', detail: calls };
    for (const call of calls) await write(call);
    return readBack(before, await known.capture(resources, read));
  } catch (error) {
    return { outcome: 'ROLLBACK_FAILED', detail: error instanceof Error ? error.message : String(error) };
  }
}

function readBack(before: State, now: State): Undoing {
  const differing = Object.keys(before).filter((one) => !sameState(now[one] ?? null, before[one] ?? null));
  if (differing.length === 0) return { outcome: 'ROLLED_BACK', detail: Object.keys(before).join(', ') };
  return { outcome: 'ROLLBACK_FAILED', detail: `Read back, it still differs: ${differing.join(', ')}.` };
}
