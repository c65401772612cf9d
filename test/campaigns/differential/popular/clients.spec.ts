import { readFileSync, writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { WrapOptionsError } from '../../../../sdk/src/errors.js';
import { blockingGate, wrapRecorded } from '../../../../sdk/test/support/every-method.js';
import { RecordingGate } from '../../../../sdk/test/support/recording-gate.js';
import { END, type PopularClient } from './clients/popular-client.js';
import { REFUSED_CLIENTS } from './clients/refused.js';
import { POPULAR } from './clients.js';
import { type RecordingEnd, startRecordingEnd } from './recording-end.js';
import { pageWith, type Seen, tableOf } from './table.js';

const PAGE = new URL('../../../../sdk/docs/clients-table.md', import.meta.url);

const LONGEST_MS = Number(process.env.LONGEST_USE_MS ?? 20_000);

/** The operations of each client that were asked for. */
const seen: Seen = new Map();

let end: RecordingEnd;
beforeAll(async () => {
  end = await startRecordingEnd();
  END.url = end.url;
});
afterAll(() => end.stop());

const optionsOf = ({ reads = [], through = [], callbacks = [] }: PopularClient) => ({
  ...{ connector: 'popular', reads, through, callbacks },
});

/** Returns the answer and the requests of each use. */
async function run(popular: PopularClient, gate: RecordingGate | null): Promise<string[][]> {
  const bare = await popular.make(end);
  const client = gate ? wrapRecorded(bare, gate, optionsOf(popular)) : bare;
  end.take();
  const seen: string[][] = [];
  for (const use of popular.uses) {
    const answer = await withLimit(Promise.resolve().then(() => use(client))).then(
      (value) => inspect(value, { depth: 5 }),
      (error) => `threw ${error}`,
    );
    seen.push([answer, ...end.take()]);
  }
  await popular.close?.(bare);
  return seen;
}

describe.each(POPULAR)('$name, wrapped as any object', (popular) => {
  it('answers and sends as the bare client does, where everything is allowed', async () => {
    const bare = await run(popular, null);
    expect(bare.filter(([answer = '', ...sent]) => answer.startsWith('threw') || sent.length === 0)).toEqual([]);
    const gate = new RecordingGate();
    expect(await run(popular, gate)).toEqual(bare);
    expect(gate.asked.length).toBeGreaterThan(0);
    seen.set(popular.name, [...new Set(gate.asked.map(({ apiName }) => apiName.replace('popular.', '')))]);
  });

  it('sends nothing but what reads names, where everything is blocked or for a test key', async () => {
    const simulating = Object.assign(new RecordingGate(), { simulated: true });
    for (const gate of [blockingGate(), simulating]) {
      const sent = (await run(popular, gate)).flatMap(([, ...requests]) => requests);
      expect(sent.filter((request) => !popular.isRead?.(request))).toEqual([]);
    }
  });
});

describe.each(REFUSED_CLIENTS)('$name', (refused) => {
  it('sends by itself, and is refused by wrap() with the driver to wrap', async () => {
    const bare = await refused.make(end);
    end.take();
    await withLimit(Promise.resolve(refused.use(bare)));
    expect(end.take().length).toBeGreaterThan(0);
    for (const connector of ['popular', 'postgres']) {
      const wrapping = () => wrapRecorded(bare, new RecordingGate(), { connector });
      expect(wrapping).toThrow(WrapOptionsError);
      expect(wrapping).toThrow(/Wrap what is below it/);
    }
    await refused.close?.(bare);
  });
});

it('lists each of these clients with its operations and options in the page of clients', () => {
  const page = readFileSync(PAGE, 'utf8');
  const whole = pageWith(page, tableOf(seen));
  if (process.env.WRITE_CLIENTS) writeFileSync(PAGE, whole);
  expect(page).toBe(whole);
});

/** Limits a use, so that one that hangs is distinguished from one that fails. */
async function withLimit<T>(use: Promise<T>): Promise<T> {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error('it hangs')), LONGEST_MS);
  });
  try {
    return await Promise.race([use, late]);
  } finally {
    clearTimeout(limit);
  }
}
