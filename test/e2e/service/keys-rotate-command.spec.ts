import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { newOwnDatabase } from '../../support/own-database.js';
import { testEnvironment } from '../../support/service.mjs';

it('npm run keys:rotate has nothing to do where no key is older than the newest root key', async () => {
  const { serviceUrl, drop } = await newOwnDatabase();
  const env = { ...testEnvironment({ DATABASE_URL: serviceUrl }), PATH: process.env.PATH };
  const { stdout } = await promisify(execFile)(process.execPath, ['dist/bundle/keys-rotate.js'], { env });
  expect(stdout).toMatch(/^Wrapped by root key \d+: 0 more; all others were already\.$/m);
  await drop();
});
