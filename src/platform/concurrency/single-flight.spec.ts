import { SingleFlight } from './single-flight.js';

describe('a single flight', () => {
  it('does the work of one key once at a time, and again after it has ended', async () => {
    const flights = new SingleFlight<number>();
    let done = 0;
    const work = async () => ++done;
    expect(await Promise.all([flights.run('a', work), flights.run('a', work), flights.run('b', work)])).toEqual([
      1, 1, 2,
    ]);
    expect(await flights.run('a', work)).toBe(3);
  });

  it('fails for all who share it, and is tried again by the next', async () => {
    const flights = new SingleFlight<string>();
    const fail = () => Promise.reject(new Error('no answer'));
    const shared = await Promise.allSettled([flights.run('a', fail), flights.run('a', async () => 'another')]);
    expect(shared.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await flights.run('a', async () => 'another')).toBe('another');
  });
});
