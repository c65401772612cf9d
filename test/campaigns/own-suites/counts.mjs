import { readFileSync } from 'node:fs';

/** The page of `sdk/docs` with the counts of each client's own tests, and their place in it. */
const COUNTS = {
  pg: ['pg.md', /\| pg [\d.]+, integration \| (\d+) \| (\d+) \|/],
  'pg-pool': ['pg.md', /\| pg-pool [\d.]+ \| (\d+) \| (\d+) \|/],
  'pg-cursor': ['pg.md', /\| pg-cursor [\d.]+ \| (\d+) \| (\d+) \|/],
  'pg-query-stream': ['pg.md', /\| pg-query-stream [\d.]+ \| (\d+) \| (\d+) \|/],
  ioredis: ['redis.md', /Of (\d+) tests that pass bare, (\d+) pass wrapped/],
  mysql2: ['mysql.md', /of (\d+) that pass bare, (\d+) pass wrapped/],
  slack: ['slack.md', /Of (\d+) tests that pass bare, (\d+) pass wrapped/],
};

/** The clients whose pages have counts. */
export const COUNTED = Object.keys(COUNTS);

/** @returns how many of a client's own tests pass bare, and how many of these wrapped, as its page says */
export function countsOf(name) {
  const [page, place] = COUNTS[name];
  const text = readFileSync(new URL(`../../../sdk/docs/${page}`, import.meta.url), 'utf8');
  const found = place.exec(text);
  if (!found) throw new Error(`sdk/docs/${page} does not say how many of the tests of ${name} pass.`);
  return { bare: Number(found[1]), wrapped: Number(found[2]) };
}

/** @returns what is worse than the page says, or null */
export function fallsShort(name, { bare, wrapped }) {
  const said = countsOf(name);
  const [lost, lostBefore] = [bare - wrapped, said.bare - said.wrapped];
  if (lost > lostBefore) return `${lost} tests pass bare alone; its page says ${lostBefore}.`;
  return wrapped < said.wrapped ? `${wrapped} tests pass wrapped; its page says ${said.wrapped}.` : null;
}
