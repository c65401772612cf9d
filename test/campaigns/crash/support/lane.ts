import { newOrganization, type Organization } from '../../../support/client.js';
import { type Notes, openNotes } from '../../races/support/notes.js';
import { told } from './faults.js';
import { playSeed } from './seed.js';
import { Stage } from './stage.js';

/** The number of seeds after which an organization's audit log is long. */
const SEEDS_OF_AN_ORGANIZATION = 10;

/** Plays seeds one after the other on a stage of its own. Several lanes at once use the time in which each one waits. */
export class CrashLane {
  private stage: Stage | null = null;
  private notes: Notes | null = null;
  private organization: Organization | null = null;
  private seeds = 0;

  /** Answers what went wrong in it, and how long it took. @throws with the seed and the invariant that did not hold */
  async play(seed: string): Promise<{ faults: string; ms: number }> {
    this.stage ??= await Stage.open();
    this.notes ??= await openNotes();
    if (!this.organization || this.seeds++ % SEEDS_OF_AN_ORGANIZATION === 0) {
      this.organization = await newOrganization(this.stage.first);
      await this.notes.admit(this.organization);
    }
    const begun = performance.now();
    try {
      const { faults } = await playSeed(this.stage, this.notes, this.organization, seed);
      return { faults: told(faults), ms: performance.now() - begun };
    } catch (error) {
      // The damage of a breach would be found in the next seed too.
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const { stage, notes } = this;
    [this.stage, this.notes, this.organization] = [null, null, null];
    await Promise.all([stage?.close(), notes?.drop()]);
  }
}
