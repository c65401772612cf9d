import { setImmediate } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import { registry } from './meters.js';

/** The kinds of work that jobs take up; each is the label `work` of the gauge. */
type Work = 'rollback' | 'webhook' | 'mail' | 'approval' | 'erasure' | 'fold' | 'performed_call';

/** A row of a look-up of due work: for how many seconds the oldest piece has waited. */
export interface DueAge {
  readonly seconds: number;
}

type Read = () => Promise<readonly DueAge[]>;

const reads = new Map<Work, Read>();

new Gauge({
  name: 'backstop_due_oldest_seconds',
  help: 'For how long the oldest due piece of work has waited for a process, of any organization; 0 when none waits.',
  labelNames: ['work'] as const,
  registers: [registry],
  async collect() {
    // The other metrics of this scrape are read first, so that its own look-ups are not in them.
    await setImmediate();
    for (const [work, read] of reads) {
      try {
        const [oldest] = await read();
        this.set({ work }, oldest?.seconds ?? 0);
      } catch {
        // Without the database there is no answer, and an old one would be wrong.
        this.remove({ work });
      }
    }
  },
});

/** Adds a kind of work to the gauge. `read` runs at each scrape. */
export function watchDue(work: Work, read: Read): void {
  reads.set(work, read);
}
