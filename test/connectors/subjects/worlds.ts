import type { Stage } from '../../campaigns/hostile/support/claims/stage.js';
import { CASES } from './cases.mjs';
import type { Deletion, Subject, Things } from './subject.js';

/** A server that stands for the provider, for the sessions of the campaign `faults`. */
export interface Place {
  readonly name: string;
  open(): Promise<Subject>;
  /** The folder of suites that need the same programs; without them it is left out. */
  readonly needs?: string;
  /** The provider chooses the address: a resource whose creation was never reported cannot be found. */
  readonly makesUnseen?: true;
  /** An undo writes only while what it has read is there, so another client may act during a rollback. */
  readonly isConditional?: true;
  /** No field of the answer is checked, so an error with status 200 counts as a success. */
  readonly takesAnyAnswer?: boolean;
}

/** The worlds of one connector, in `<id>.ts`. */
export interface World {
  readonly places: readonly Place[];
  /** Absent when it undoes no creation, or when another suite claims its creations. */
  readonly claims?: () => Promise<Stage>;
  /** Absent when no deletion comes back under another id, or when the suite `made-again` has its things. */
  readonly madeAgain?: () => Promise<Things>;
  /** The same for a provider that answers later than a call waits. */
  readonly deletion?: (timeoutMs: number) => Promise<Deletion>;
}

async function worldOf(id: string): Promise<World> {
  return ((await import(`./${id}.js`)) as { world: World }).world;
}

const worlds = new Map<string, World>();
// One after the other: Jest links modules that two imports share only once.
for (const id of Object.keys(CASES)) worlds.set(id, await worldOf(id));

/** The worlds of every connector, by its id. The import of this file fails when a connector has none. */
export const WORLDS: ReadonlyMap<string, World> = worlds;
