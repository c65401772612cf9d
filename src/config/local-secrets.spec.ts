import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from './config.js';
import { localSecrets } from './local-secrets.js';
import { StartRefusedError } from './start-refused.error.js';

const GIVEN = { JWT_SECRET: 'x'.repeat(32), ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}` };

describe('the secrets of an embedded installation', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'backstop-secrets-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('are made once, are good enough for the configuration, and are for their owner only', () => {
    const made = localSecrets(join(directory, 'new', 'data'), {}, false);
    expect(localSecrets(join(directory, 'new', 'data'), {}, true)).toEqual(made);
    expect(localSecrets(join(directory, 'other'), {}, false)).not.toEqual(made);
    expect(readConfig(made).encryptionKeys.size).toBe(1);
    expect(statSync(join(directory, 'new', 'data', 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('are not made when the operator gives both', () => {
    expect(localSecrets(directory, GIVEN, false)).toEqual({});
    expect(localSecrets(directory, GIVEN, true)).toEqual({});
    expect(readdirSync(directory)).toEqual([]);
  });

  it.each([
    ['neither', {}],
    ['only JWT_SECRET', { JWT_SECRET: GIVEN.JWT_SECRET }],
    ['only ENCRYPTION_KEYS', { ENCRYPTION_KEYS: GIVEN.ENCRYPTION_KEYS }],
  ])('are not made beside a database that has lost them, given %s', (_, given) => {
    expect(() => localSecrets(directory, given, true)).toThrow(StartRefusedError);
    expect(() => localSecrets(directory, given, true)).toThrow(`${join(directory, 'secrets.json')} is missing`);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('are not replaced when their file is damaged', () => {
    writeFileSync(join(directory, 'secrets.json'), '{"JWT_SECRET":"cut o');
    expect(() => localSecrets(directory, {}, true)).toThrow(/secrets\.json cannot be read .*Restore the file/);
  });
});
