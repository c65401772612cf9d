import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const suites = ['src', 'sdk', 'packages', 'dashboard/src', 'test'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts') && !file.includes('node_modules'))
    .map((file) => join(root, file)),
);

/** A number of milliseconds where a test, a hook or a page takes its time-out. */
const CONSTANT =
  /\}, \d[\d_]{3,}\);|\},\n *\d[\d_]{3,},\n *\);|(setTimeout|setDefaultTimeout|AbortSignal\.timeout)\(\d[\d_]{3,}\)/;

/** A number for the planted faults, so that this suite has none itself. */
const MS = '60_000';

const constantsIn = (text: string) => text.match(new RegExp(CONSTANT, 'g')) ?? [];

describe('the time-out of a test', () => {
  it('is a multiple of what the machine needs (test/support/patience.mjs), and never a constant', () => {
    expect(suites.length).toBeGreaterThan(400);
    expect(suites.filter((file) => constantsIn(readFileSync(file, 'utf8')).length > 0)).toEqual([]);
  });

  it.each([
    [`it('x', async () => {\n  await y();\n}, ${MS});`, 1],
    [`it.each([1])(\n  'x',\n  async () => {\n  },\n  ${MS},\n);`, 1],
    [`jest.setTimeout(${MS});`, 1],
    [`it('x', async () => {\n  await y();\n}, patience(${MS}));`, 0],
  ])('is seen where it is a constant: %j', (text, count) => {
    expect(constantsIn(text)).toHaveLength(count);
  });
});

/** The answer of a rollback comes after 25 seconds at the latest, whatever is still to be undone. */
const UNAWAITED_END = /await (?!expect\(\S+\)\.rejects)[^\n]*\bsession\.rollback\(\)/;

describe('the end of a rollback', () => {
  it('is waited for (test/support/roll-back.ts), because the answer may come before', () => {
    expect(suites.filter((file) => UNAWAITED_END.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('is seen where it is not waited for', () => {
    const direct = ['session', 'rollback()'].join('.');
    expect(UNAWAITED_END.test(`expect(await ${direct}).toMatchObject({});`)).toBe(true);
    expect(UNAWAITED_END.test(`await expect(${direct}).rejects.toThrow();`)).toBe(false);
  });
});
