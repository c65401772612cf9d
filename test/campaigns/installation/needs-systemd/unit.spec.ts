import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from '../../../support/needs.mjs';

/** The program of this machine may be elsewhere, and systemd-analyze looks whether it is there. */
const UNIT = readFileSync('deploy/systemd/backstop.service', 'utf8').replace('/usr/bin/node', process.execPath);

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'backstop-unit-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function analyze(unit: string, ...parameters: string[]): string {
  const file = join(directory, 'backstop.service');
  writeFileSync(file, unit);
  const { stdout, stderr } = spawnSync(pathOf('systemd-analyze') ?? '', [...parameters, file], { encoding: 'utf8' });
  return stdout + stderr;
}
const exposureOf = (unit: string) =>
  Number(/Overall exposure level .*: ([\d.]+)/.exec(analyze(unit, 'security', '--offline=true'))?.[1]);

describe('The systemd unit', () => {
  it('is read by systemd without a complaint', () => {
    expect(analyze(UNIT, 'verify')).toBe('');
  });

  it.each([
    ['a line that systemd does not know', 'KillMode=mixed', 'KillMod=mixed', 'Unknown key'],
    ['a value that it does not know', 'ProtectSystem=strict', 'ProtectSystem=strikt', 'Failed to parse'],
    ['a program that is not there', process.execPath, '/usr/bin/nodes', 'is not executable'],
  ])('is seen by this test to have %s', (_, from, to, complaint) => {
    expect(analyze(UNIT.replace(from, to), 'verify')).toContain(complaint);
  });

  it('is rated as safe as its page says', () => {
    const page = readFileSync('docs/how-to/systemd.md', 'utf8');
    const stated = Number(/rates the unit ([\d.]+) of 10/.exec(page)?.[1]);
    expect(exposureOf(UNIT)).toBeLessThanOrEqual(stated);
    expect(exposureOf(UNIT.replace('NoNewPrivileges=true', ''))).toBeGreaterThan(stated);
  });
});
