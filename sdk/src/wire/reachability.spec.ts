import { Reachability } from './reachability.js';

function setup() {
  const told: boolean[] = [];
  let now = 0;
  const reachability = new Reachability(
    (isReachable) => told.push(isReachable),
    () => now,
  );
  const later = (ms: number) => {
    now += ms;
  };
  return { reachability, told, later };
}

describe('the service', () => {
  it('is asked until it is found away, then by one call after each pause, which grows', () => {
    const { reachability, told, later } = setup();
    const asks = () => [reachability.mayAsk(), reachability.mayAsk()];
    expect(asks()).toEqual([true, true]);
    reachability.markUnreachable();
    expect(asks()).toEqual([false, false]);
    for (const pauseMs of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      later(pauseMs - 1);
      expect(asks()).toEqual([false, false]);
      later(1);
      expect(asks()).toEqual([true, false]);
      later(1_000);
      reachability.markUnreachable();
    }
    expect(told).toEqual([false]);
    reachability.answered();
    expect(asks()).toEqual([true, true]);
    expect(told).toEqual([false, true]);
  });

  it('is found away once by calls that asked at the same time', () => {
    const { reachability, later } = setup();
    for (let call = 0; call < 10; call += 1) reachability.markUnreachable();
    later(1_000);
    expect(reachability.mayAsk()).toBe(true);
  });

  it('is asked by another call when the call that was asking never reported', () => {
    const { reachability, later } = setup();
    reachability.markUnreachable();
    later(1_000);
    expect(reachability.mayAsk()).toBe(true);
    later(1_000);
    expect(reachability.mayAsk()).toBe(true);
  });
});
