import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairScheduler } from './fair-scheduler.js';

const SMALL = { effort: 1, size: 0 };

/** Pieces of work that end by hand; the first letter of a name is its lane, and the second one its member. */
function works(bounds: Partial<ConstructorParameters<typeof FairScheduler>[0]> = {}) {
  const turns = new FairScheduler({ eachTurn: 2, underWay: 100, waiting: 1_000, ...bounds });
  const begun: string[] = [];
  const leave = new Map<string, () => void>();
  const enter = (name: string, piece = SMALL) =>
    turns.enter(name.slice(0, 1), /^.([a-z]?)/.exec(name)?.[1] ?? '', piece).then((left) => {
      begun.push(name);
      leave.set(name, left);
    });
  return { begun, enter, leave: (name: string) => leave.get(name)?.() };
}

describe('turns', () => {
  it('let a piece of work that is alone begin at once', async () => {
    const { begun, enter } = works();
    await enter('a1');
    expect(begun).toEqual(['a1']);
  });

  it('let a lane begin no more than its share in each turn of the event loop, in order', async () => {
    const { begun, enter } = works();
    for (let number = 1; number <= 5; number++) void enter(`a${number}`);
    await Promise.resolve();
    expect(begun).toEqual(['a1', 'a2']);
    await nextTurn();
    expect(begun.length).toBeLessThanOrEqual(4);
    await nextTurn();
    await nextTurn();
    expect(begun).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
  });

  it('let a lane begin before all that another one has brought', async () => {
    const { begun, enter } = works();
    for (let number = 0; number < 500; number++) void enter(`a${number}`);
    await nextTurn();
    await enter('b1');
    expect(begun.indexOf('b1')).toBeLessThan(10);
  });

  it('make a lane pay for a large piece in the turns that follow', async () => {
    const { begun, enter } = works();
    await enter('a1', { effort: 6, size: 0 });
    void enter('a2');
    await nextTurn();
    expect(begun).toEqual(['a1']);
    for (let turn = 0; turn < 4; turn++) await nextTurn();
    expect(begun).toEqual(['a1', 'a2']);
  });

  it('bound what of a lane is under way', async () => {
    const { begun, enter, leave } = works({ eachTurn: 1_000, underWay: 15 });
    for (const name of ['a1', 'a2', 'a3']) void enter(name, { effort: 1, size: 5 });
    await nextTurn();
    expect(begun).toEqual(['a1', 'a2']);
    void enter('b1', { effort: 1, size: 5 });
    await nextTurn();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    leave('a1');
    leave('a1');
    await nextTurn();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('let a piece that is larger than the bound go alone', async () => {
    const { begun, enter, leave } = works({ eachTurn: 1_000, underWay: 10 });
    void enter('a1', { effort: 1, size: 50 });
    void enter('a2', { effort: 1, size: 1 });
    await nextTurn();
    expect(begun).toEqual(['a1']);
    leave('a1');
    await nextTurn();
    expect(begun).toEqual(['a1', 'a2']);
  });

  it('let a member have as much under way as it leaves free, so that the next member finds space', async () => {
    const { begun, enter } = works({ eachTurn: 1_000, underWay: 12 });
    for (const name of ['ax1', 'ax2', 'ax3', 'ay1', 'ay2', 'ay3', 'az1', 'az2'])
      void enter(name, { effort: 1, size: name.startsWith('ax') ? 3 : 2 });
    await nextTurn();
    expect(begun).toEqual(['ax1', 'ax2', 'ay1', 'ay2', 'az1']);
  });

  it('let the members of a lane begin by turns, however much one of them has brought', async () => {
    const { begun, enter } = works();
    for (let number = 0; number < 500; number++) void enter(`ax${number}`);
    void enter('ay0');
    void enter('ay1');
    for (let turn = 0; turn < 4; turn++) await nextTurn();
    expect(begun.indexOf('ay1')).toBeLessThan(10);
    expect(begun).toContain('ay1');
  });

  it('let a piece without a size pass those that wait for others to end, and otherwise keep the order', async () => {
    const { begun, enter, leave } = works({ eachTurn: 1_000, underWay: 10 });
    for (const name of ['a1', 'a2', 'a3']) void enter(name, name === 'a3' ? SMALL : { effort: 1, size: 10 });
    await nextTurn();
    expect(begun).toEqual(['a1', 'a3']);
    leave('a1');
    await nextTurn();
    expect(begun).toEqual(['a1', 'a3', 'a2']);
  });

  it('lose none that waits when a piece without a size ends that began before all of them', async () => {
    const { begun, enter, leave } = works();
    await enter('a1');
    await nextTurn();
    for (const name of ['a2', 'a3', 'a4']) void enter(name);
    leave('a1');
    for (let turn = 0; turn < 4; turn++) await nextTurn();
    expect(begun).toEqual(['a1', 'a2', 'a3', 'a4']);
  });

  it('refuse with 503 what a member brings while more of it waits than may still wait, and nothing of another member', async () => {
    const { enter } = works({ eachTurn: 1, waiting: 4 });
    const waiting = ['ax1', 'ax2', 'ax3'].map((name) => enter(name));
    await expect(enter('ax4')).rejects.toMatchObject({ code: 'unavailable' });
    await Promise.all([enter('ay1'), enter('b1'), ...waiting]);
  });
});
