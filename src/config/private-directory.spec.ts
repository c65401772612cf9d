import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { privateDirectory } from './private-directory.js';

describe('a private directory', () => {
  const parent = mkdtempSync(join(tmpdir(), 'backstop-private-'));
  afterAll(() => rmSync(parent, { recursive: true }));
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  it('is made for its owner alone', () => {
    privateDirectory(join(parent, 'new', 'data'));
    expect(modeOf(join(parent, 'new', 'data'))).toBe('700');
  });

  it('that others could read is closed to them', () => {
    mkdirSync(join(parent, 'open'), { mode: 0o755 });
    expect(modeOf(join(parent, 'open'))).toBe('755');
    privateDirectory(join(parent, 'open'));
    expect(modeOf(join(parent, 'open'))).toBe('700');
  });
});
