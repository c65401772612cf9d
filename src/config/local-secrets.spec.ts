import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from './config.js';
import { localSecrets } from './local-secrets.js';
import { StartRefusedError } from './start-refused.error.js';

const run = promisify(execFile);
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

  it('are made beside what a killed start has left, and nothing else is left', () => {
    for (const left of [process.pid, 'draft'])
      writeFileSync(join(directory, `secrets.json.${left}`), '{"JWT_SECRET":"cut o');
    const made = localSecrets(directory, {}, false);
    expect(localSecrets(directory, {}, true)).toEqual(made);
    expect(readdirSync(directory).sort()).toEqual([
      'secrets.json',
      `secrets.json.${process.pid}`,
      'secrets.json.draft',
    ]);
  });

  it('are the same for processes that start at once', async () => {
    const script =
      'import(process.argv[1]).then((made) => process.stdout.write(JSON.stringify(made.localSecrets(process.argv[2], {}, false))))';
    const built = join(import.meta.dirname, '../../dist/config/local-secrets.js');
    const starts = Array.from({ length: 6 }, () => run(process.execPath, ['-e', script, built, directory]));
    const made = (await Promise.all(starts)).map(({ stdout }) => JSON.parse(stdout));
    expect(made).toEqual(made.map(() => localSecrets(directory, {}, true)));
    expect(readdirSync(directory)).toEqual(['secrets.json']);
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
