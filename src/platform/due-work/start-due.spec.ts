import { pino } from 'pino';
import { type Due, DueWork } from './due-work.js';

/** Pieces that end when the test says so. `begun` lists them in their order, `looks` counts the look-ups. */
class Pieces extends DueWork {
  readonly begun: string[] = [];
  readonly rows: Due[] = [];
  looks = 0;
  private readonly ends = new Map<string, () => void>();

  constructor() {
    super({ everyMs: 1_000_000, atOnce: 4, ofEach: 2 }, pino({ level: 'silent' }));
  }
  protected async due(free: number, busy: readonly string[]): Promise<Due[]> {
    this.looks++;
    return this.rows.filter(({ id, share }) => !this.begun.includes(id) && !busy.includes(share)).slice(0, free);
  }
  protected carryOut({ id }: Due): Promise<void> {
    this.begun.push(id);
    return new Promise((resolve) => this.ends.set(id, resolve));
  }
  protected stop(): void {
    for (const end of this.ends.values()) end();
  }
  /** A piece that this process makes due. */
  add(id: string, share: string): boolean {
    const one = { id, share, organizationId: share };
    this.rows.push(one);
    return this.startDue(one);
  }
  keep(share: string) {
    return this.reserveSlot({ share, organizationId: share });
  }
  look(): Promise<void> {
    return this.work();
  }
  async finish(id: string): Promise<void> {
    this.ends.get(id)?.();
    await new Promise(setImmediate);
  }
}

describe('a piece of work that this process has just made due', () => {
  let work: Pieces;
  beforeEach(() => {
    work = new Pieces();
  });
  afterEach(() => work.beforeApplicationShutdown());

  it('is taken up without a query while its share is not used up', () => {
    expect([work.add('a1', 'a'), work.add('a2', 'a'), work.add('a3', 'a')]).toEqual([true, true, false]);
    expect([work.begun, work.looks]).toEqual([['a1', 'a2'], 0]);
  });

  it('does not overtake a piece that waits: then a look-up decides whose turn it is', async () => {
    for (const id of ['a1', 'a2', 'a3']) work.add(id, 'a');
    expect(work.add('b1', 'b')).toBe(false);
    await work.finish('a1');
    expect(work.add('a4', 'a')).toBe(false);
    await work.look();
    expect(work.begun.slice(2).sort()).toEqual(['a3', 'b1']);
  });

  it('is taken up at once again when nothing waits any more', async () => {
    for (const id of ['a1', 'a2', 'a3']) work.add(id, 'a');
    for (const id of ['a1', 'a2']) await work.finish(id);
    await work.look();
    await work.finish('a3');
    await work.look();
    const { looks } = work;
    expect([work.add('a4', 'a'), work.looks]).toEqual([true, looks]);
  });
});

describe('a place that is kept for a piece of work', () => {
  let work: Pieces;
  beforeEach(() => {
    work = new Pieces();
  });
  afterEach(() => work.beforeApplicationShutdown());
  const piece = (id: string) => ({ id, share: 'a', organizationId: 'a' });

  it('counts as the piece does, until it is left', () => {
    const kept = [work.keep('a'), work.keep('a'), work.keep('a')];
    expect(kept.map((place) => place !== null)).toEqual([true, true, false]);
    expect(work.add('b1', 'b')).toBe(true);
    kept[0]?.leave();
    kept[0]?.leave();
    const again = work.keep('a');
    expect([again !== null, work.keep('a')]).toEqual([true, null]);
    for (const place of [kept[1], again]) place?.leave();
  });

  it('is taken up once, by a piece that then keeps it', () => {
    const place = work.keep('a');
    place?.take(piece('a1'));
    place?.take(piece('a2'));
    place?.leave();
    expect(work.begun).toEqual(['a1']);
    expect([work.add('a3', 'a'), work.add('a4', 'a')]).toEqual([true, false]);
  });

  it('is not kept before a piece that waits', () => {
    for (const id of ['a1', 'a2', 'a3']) work.add(id, 'a');
    expect(work.keep('b')).toBeNull();
  });

  it('is waited for by a shutdown, with the piece that took it up', async () => {
    const place = work.keep('a');
    let isOver = false;
    const over = work.beforeApplicationShutdown().then(() => {
      isOver = true;
    });
    await new Promise(setImmediate);
    place?.take(piece('a1'));
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    await work.finish('a1');
    await over;
  });
});
