import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from './config.js';
import { localSecrets } from './local-secrets.js';

describe('the secrets of an embedded installation', () => {
  const directory = mkdtempSync(join(tmpdir(), 'backstop-secrets-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('are made once, are good enough for the configuration, and are for their owner only', () => {
    const made = localSecrets(join(directory, 'new', 'data'));
    expect(localSecrets(join(directory, 'new', 'data'))).toEqual(made);
    expect(localSecrets(join(directory, 'other'))).not.toEqual(made);
    expect(readConfig(made).encryptionKeys.size).toBe(1);
    expect(statSync(join(directory, 'new', 'data', 'secrets.json')).mode & 0o777).toBe(0o600);
  });
});
