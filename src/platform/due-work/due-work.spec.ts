import { pino } from 'pino';
import { type Due, DueWork, type Limits } from './due-work.js';

const LIMITS = { everyMs: 1_000_000, atOnce: 4, ofEach: 2, ofOrganization: 3 };

/** Work whose pieces end when the test says so; `begun` lists them in their order. */
class Pieces extends DueWork {
  readonly begun: string[] = [];
  private readonly ends = new Map<string, () => void>();
  constructor(
    limits: Limits,
    private readonly rows: Due[],
  ) {
    super(limits, pino({ level: 'silent' }));
  }
  protected async due(free: number, busy: readonly string[]): Promise<Due[]> {
    const open = this.rows.filter(
      ({ id, share, organizationId }) =>
        !this.begun.includes(id) && !busy.includes(share) && !busy.includes(organizationId),
    );
    return open.slice(0, free);
  }
  protected carryOut({ id }: Due): Promise<void> {
    this.begun.push(id);
    return new Promise((resolve) => this.ends.set(id, resolve));
  }
  protected stop(): void {
    for (const end of this.ends.values()) end();
  }
  look(): Promise<void> {
    return this.work();
  }
}

const piece = (id: string, share: string, organizationId = 'one'): Due => ({ id, share, organizationId });
/** Two receivers of an organization that never answer, and a third one. */
const STALLED = ['a', 'b'].flatMap((share) => [1, 2, 3].map((number) => piece(`${share}${number}`, share)));

describe('due work', () => {
  it('waits behind the pieces of its organization that do not end', async () => {
    const work = new Pieces(LIMITS, [...STALLED, piece('c1', 'c')]);
    for (let looks = 0; looks < 3; looks++) await work.look();
    expect(work.begun).toEqual(['a1', 'a2', 'b1']);
    await work.beforeApplicationShutdown();
  });

  it('waits for no share whose pieces last long, where slow shares have a limit of their own', async () => {
    const work = new Pieces({ ...LIMITS, slow: { afterMs: -1, atOnce: 10 } }, [...STALLED, piece('c1', 'c')]);
    for (let looks = 0; looks < 3; looks++) await work.look();
    expect(work.begun).toContain('c1');
    expect(work.begun.filter((id) => id.startsWith('a'))).toEqual(['a1', 'a2']);
    await work.beforeApplicationShutdown();
  });
});
