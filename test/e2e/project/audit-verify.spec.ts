import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry } from '../../../src/audit/audit-entry.js';
import { type Answer, newOrganization, type Organization, unique } from '../../support/client.js';

const folder = mkdtempSync(join(tmpdir(), 'backstop-audit-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (content: string): string => {
  const path = join(folder, unique('file'));
  writeFileSync(path, content);
  return path;
};

function run(script: string, args: readonly string[], env: Record<string, string> = {}) {
  // The environment holds nothing of the installation: the command has the export alone.
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' });
  return { status, stdout, stderr };
}
const verify = (...args: string[]) => run('dist/bundle/audit-verify.js', args);

let organization: Organization;
/** The export as `npm run audit -- export` writes it. */
let exported: string;
let lines: string[];

const exportNow = (...args: string[]) =>
  run('scripts/audit-export.mjs', ['--url', organization.operator.service.url, ...args], {
    BACKSTOP_TOKEN: organization.operator.credential ?? '',
  });

beforeAll(async () => {
  organization = await newOrganization();
  for (let n = 0; n < 6; n++) await organization.operator.post('/agents', { slug: `agent-${n}` });
  const { status, stdout } = exportNow();
  expect(status).toBe(0);
  lines = stdout.trimEnd().split('\n');
  exported = file(stdout);
});

const entry = (line: string | undefined) => JSON.parse(line ?? '') as AuditEntry;
const newest = () => entry(lines[0]);

describe('npm run audit -- verify', () => {
  it('finds the export of a running service intact, and lists what it could not check', () => {
    const { status, stdout } = verify(exported, '--organization', organization.id);
    expect(stdout).toBe(
      `Intact: entries 1 to ${newest().sequence}, from the very first on.\n` +
        'Without a checkpoint it is unknown whether newer entries were cut off, or all entries were rewritten.\n',
    );
    expect(status).toBe(0);
  });

  it('accepts the answers of GET /audit-logs as they came, page by page in any order', async () => {
    const pages: string[] = [];
    let next: string | undefined = '/audit-logs?limit=3';
    while (next) {
      const answer: Answer = await organization.operator.get(next);
      pages.unshift(JSON.stringify(answer.body));
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    expect(pages.length).toBeGreaterThan(2);
    expect(verify(file(pages.join(''))).status).toBe(0);
    const [first, ...rest] = pages;
    expect(verify(file([...rest, first].join('\n'))).status).toBe(0);
  });

  it('keeps a checkpoint, and holds the next export to it', async () => {
    const checkpoint = join(folder, 'checkpoint.json');
    const saved = verify(exported, '--organization', organization.id, '--save', checkpoint);
    expect(saved.stdout).toContain(`Saved entry ${newest().sequence} as the next checkpoint.`);
    const { sequence, hash } = newest();
    expect(JSON.parse(readFileSync(checkpoint, 'utf8'))).toEqual({ organization: organization.id, sequence, hash });

    await organization.operator.post('/agents', { slug: 'later' });
    const grown = file(exportNow().stdout);
    const against = verify(grown, '--checkpoint', checkpoint, '--save', checkpoint);
    expect([against.status, against.stdout]).toEqual([
      0,
      `Intact: entries 1 to ${sequence + 1}, from the very first on.\nIt contains the checkpoint, entry ${sequence}.\n` +
        `Saved entry ${sequence + 1} as the next checkpoint.\n`,
    ]);

    const old = verify(exported, '--checkpoint', checkpoint);
    expect([old.status, old.stdout]).toEqual([
      1,
      `NOT intact: 1 finding(s), the first at entry ${sequence + 1}.\n` +
        `  truncated: Entry ${sequence + 1} is missing at the newest end, which the checkpoint has seen.\n`,
    ]);

    const part = exportNow('--since', String(sequence), '--out', join(folder, 'part'));
    expect([part.status, part.stdout]).toEqual([0, '']);
    expect(verify(join(folder, 'part'), '--checkpoint', checkpoint).stdout).toContain(
      `truncated: Entries 1 to ${sequence - 1} are missing at the oldest end.`,
    );
    const asPart = verify(join(folder, 'part'), '--checkpoint', checkpoint, '--part');
    expect([asPart.status, asPart.stdout]).toEqual([
      0,
      `Intact: entries ${sequence} to ${sequence + 1}, a part of the chain.\n` +
        `Entries 1 to ${sequence - 1} are not in this export; of them it says nothing.\n` +
        `It contains the checkpoint, entry ${sequence + 1}.\n`,
    ]);
  });

  it('ends with 1 and the first bad place when the export was changed, and saves nothing', () => {
    const bad = lines.with(1, JSON.stringify({ ...entry(lines[1]), action: 'nothing.happened' }));
    const checkpoint = join(folder, 'not-there.json');
    const { status, stdout } = verify(file(bad.join('\n')), '--save', checkpoint);
    const { sequence } = entry(lines[1]);
    expect([status, stdout]).toEqual([
      1,
      `NOT intact: 1 finding(s), the first at entry ${sequence}.\n` +
        `  edited: Entry ${sequence} is not what its hash was made of.\n`,
    ]);
    expect(() => readFileSync(checkpoint)).toThrow('ENOENT');
    const [first, second, ...rest] = lines;
    expect(verify(file([second, first, ...rest].join('\n'))).stdout).toContain('reordered: ');
    expect(verify(file([first, ...rest].join('\n'))).stdout).toContain(`missing: Entry ${sequence} is missing.`);
    expect(verify(exported, '--organization', unique('another')).stdout).toContain('foreign: ');
  });

  it('ends with 2 when there is nothing to verify, or to verify against', () => {
    const refusals = [
      [],
      [exported, exported],
      [join(folder, 'nowhere')],
      [file('')],
      [file('{"data":null,"error":{"status":401},"timestamp":""}')],
      [file(lines.join('\n').slice(0, -9))],
      [exported, '--checkpoint', file('{"sequence":"1"}')],
      [exported, '--checkpoint', join(folder, 'nowhere')],
      [exported, '--unknown'],
    ];
    for (const args of refusals) {
      const { status, stdout, stderr } = verify(...args);
      expect({ args, status, stdout, said: stderr.trim() !== '' }).toEqual({ args, status: 2, stdout: '', said: true });
    }
  });
});

describe('npm run audit -- export', () => {
  it('writes a complete file or nothing', () => {
    const out = join(folder, 'refused');
    const url = organization.operator.service.url;
    const refused = run('scripts/audit-export.mjs', ['--url', url, '--out', out], { BACKSTOP_TOKEN: 'unknown' });
    expect([refused.status, refused.stdout, refused.stderr]).toEqual([1, '', expect.stringMatching(/^401 /)]);
    expect(() => readFileSync(out)).toThrow('ENOENT');
    expect(run('scripts/audit-export.mjs', ['--url', url]).status).toBe(1);
  });
});
