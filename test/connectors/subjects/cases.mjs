// The cases of each connector, found by its id: suites that go over all connectors read nothing else of it.
import { existsSync, readdirSync } from 'node:fs';

/** A connector is the folder `<id>` with the file `<id>.connector.ts`. */
const CONNECTORS = new URL('../../../src/connectors/', import.meta.url);
const IDS = readdirSync(CONNECTORS)
  .filter((name) => existsSync(new URL(`${name}/${name}.connector.ts`, CONNECTORS)))
  .sort();

/** @param {readonly string[]} ids */
export async function casesOf(ids) {
  const all = {};
  for (const id of ids) {
    const file = `./${id}.cases.mjs`;
    if (!existsSync(new URL(file, import.meta.url)))
      throw new Error(`The connector ${id} has no cases: write test/connectors/subjects/${id}.cases.mjs.`);
    all[id] = (await import(file)).default;
  }
  return all;
}

export const CASES = await casesOf(IDS);
