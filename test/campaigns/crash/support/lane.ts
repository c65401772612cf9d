import { newOrganization } from '../../../support/client.js';
import { type Notes, openNotes } from '../../races/support/notes.js';
import { told } from './faults.js';
import { type Organizations, playSeed } from './seed.js';
import { Stage } from './stage.js';

/** The number of seeds after which an organization's audit log is long. */
const SEEDS_OF_AN_ORGANIZATION = 10;

/** Plays seeds one after the other on a stage of its own. Several lanes at once use the time in which each one waits. */
export class CrashLane {
  private stage: Stage | null = null;
  private notes: Notes | null = null;
  private organizations: Organizations | null = null;
  private seeds = 0;

  /** Answers what went wrong in it, and how long it took. @throws with the seed and the invariant that did not hold */
  async play(seed: string): Promise<{ faults: string; outcomes: readonly string[]; ms: number }> {
    this.stage ??= await Stage.open();
    this.notes ??= await openNotes();
    if (!this.organizations || this.seeds++ % SEEDS_OF_AN_ORGANIZATION === 0) {
      const { first } = this.stage;
      this.organizations = { organization: await newOrganization(first), performing: await newOrganization(first) };
      await this.notes.admit(this.organizations.organization);
    }
    const begun = performance.now();
    try {
      const { faults, outcomes } = await playSeed(this.stage, this.notes, this.organizations, seed);
      return { faults: told(faults), outcomes, ms: performance.now() - begun };
    } catch (error) {
      // The damage of a breach would be found in the next seed too.
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const { stage, notes } = this;
    [this.stage, this.notes, this.organizations] = [null, null, null];
    await Promise.all([stage?.close(), notes?.drop()]);
  }
}
