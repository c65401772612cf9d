import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const script = resolve('scripts/merge-markers.mjs');
const [ours, base, divider, theirs] = ['<', '|', '=', '>'].map((sign) => sign.repeat(7));

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'backstop-markers-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const write = (file: string, ...lines: (string | undefined)[]) =>
  writeFileSync(join(directory, file), `${lines.join('\n')}\n`);

function check() {
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd: directory, encoding: 'utf8' });
  return { status, found: stderr.split('\n').slice(1, -1) };
}

describe('scripts/merge-markers.mjs', () => {
  it('refuses each marker of a conflict and names its line', () => {
    write('page.md', 'Text', `${ours} HEAD`, 'one', `${base} 1a2b3c`, '', divider, 'two', `${theirs} main`);
    expect(check()).toEqual({
      status: 1,
      found: [
        `page.md:2: ${ours} HEAD`,
        `page.md:4: ${base} 1a2b3c`,
        `page.md:6: ${divider}`,
        `page.md:8: ${theirs} main`,
      ],
    });
  });

  it('refuses a divider that was left over', () => {
    write('code.ts', 'one();', divider, 'two();');
    expect(check()).toEqual({ status: 1, found: [`code.ts:2: ${divider}`] });
  });

  it('refuses a marker in a file with line ends of Windows', () => {
    write('code.ts', `${ours} HEAD\r`, `${divider}\r`);
    expect(check().found).toHaveLength(2);
  });

  it('accepts a Markdown heading underlined with seven signs, and longer or indented runs', () => {
    write('page.md', 'Heading', divider, '', `${divider}=`, `    ${divider}`, `${theirs}> quoted`);
    expect(check()).toEqual({ status: 0, found: [] });
  });

  it('reads in a repository what git tracks or would add, and nothing that it ignores', () => {
    execFileSync('git', ['init', '--quiet'], { cwd: directory });
    write('.gitignore', 'ignored.ts');
    for (const file of ['new.ts', 'ignored.ts', 'tracked.ts']) write(file, `${ours} HEAD`);
    execFileSync('git', ['add', 'tracked.ts'], { cwd: directory });
    expect(check().found.sort()).toEqual([`new.ts:1: ${ours} HEAD`, `tracked.ts:1: ${ours} HEAD`]);
  });
});
