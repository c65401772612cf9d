import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inspect } from 'node:util';
import { blockingGate, wrapRecorded } from '../../../../sdk/test/support/every-method.js';
import { RecordingGate } from '../../../../sdk/test/support/recording-gate.js';
import { END, POPULAR, type PopularClient } from './clients.js';
import { type RecordingEnd, startRecordingEnd } from './recording-end.js';

const PAGE = new URL('../../../../sdk/docs/objects.md', import.meta.url);
const [BEGIN, FINISH] = ['<!-- clients -->', '<!-- /clients -->'];

const LONGEST_MS = Number(process.env.LONGEST_USE_MS ?? 20_000);

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
  });

  it('sends nothing but what reads names, where everything is blocked or for a test key', async () => {
    const simulating = Object.assign(new RecordingGate(), { simulated: true });
    for (const gate of [blockingGate(), simulating]) {
      const sent = (await run(popular, gate)).flatMap(([, ...requests]) => requests);
      expect(sent.filter((request) => !popular.isRead?.(request))).toEqual([]);
    }
  });
});

it('lists each of these clients with its options in the page of objects', () => {
  const page = readFileSync(PAGE, 'utf8');
  const [before = '', rest = ''] = page.split(BEGIN);
  const [, after = ''] = rest.split(FINISH);
  const whole = `${before}${BEGIN}\n${table()}\n${FINISH}${after}`;
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

function table(): string {
  const home = createRequire(new URL('../../../stand-ins/clients/package.json', import.meta.url));
  const ours = createRequire(import.meta.url);
  const own = home('./package.json').dependencies;
  const { dependencies, devDependencies } = ours('../../../../package.json');
  const versions = { ...devDependencies, ...dependencies, ...own };
  const listed = (paths: readonly string[] = []) => paths.map((path) => `\`${path}\``).join(', ') || '–';
  const rows = POPULAR.map((popular) => {
    const { name, wrapped, reads, callbacks } = popular;
    return `| ${name} ${versions[name]} | \`${wrapped}\` | ${listed(reads)} | ${listed(callbacks)} |`;
  });
  return ['| Client | What is wrapped | `reads` | `callbacks` |', '|---|---|---|---|', ...rows].join('\n');
}
