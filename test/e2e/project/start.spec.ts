import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, join } from 'node:path';
import { copyInstallation, type Installed } from '../../support/installed.js';

/** Loaded by the first call that needs them, if there is one. */
const LATER = [
  ...['@aws-sdk/client-dynamodb', '@aws-sdk/client-s3', '@smithy/signature-v4', 'mysql2', 'ioredis', 'stripe', 'tsdav'],
  ...['@googleapis/calendar', '@googleapis/drive', '@googleapis/gmail', '@octokit/rest', '@slack/web-api'],
  ...['@opentelemetry/sdk-trace-base', '@opentelemetry/sdk-metrics', '@opentelemetry/exporter-trace-otlp-http'],
  ...['libpg-query', 'nodemailer', 'openai', 'undici', 'libphonenumber-js'],
];

/** The file with the compiled code that this Node looks for, and whether V8 accepts it. */
const CACHE = `
  import { readFileSync } from 'node:fs';
  import { cacheFile, compile } from './dist/bundle/launcher.js';
  const file = cacheFile('service');
  const { script } = compile('service', readFileSync(file));
  console.log(JSON.stringify({ file, isTaken: script.cachedDataRejected === false }));`;
const cache = () =>
  JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', CACHE], { encoding: 'utf8' }));

describe('dist/main.js', () => {
  const service = readFileSync('dist/bundle/service.cjs', 'utf8');
  const bundled = [...service.matchAll(/^\/\/ node_modules\/(.+)$/gm)].map(([, file = '']) => file);

  it('runs the service as one file with its compiled code', () => {
    expect(readFileSync('dist/main.js', 'utf8')).toBe("import './bundle/main.js';\n");
    expect(readFileSync('dist/bundle/main.js', 'utf8')).toContain("launch('service')");
    expect(cache().isTaken).toBe(true);
  });

  it('loads two packages from outside the bundle', () => {
    const outside = [...service.matchAll(/^(?:\w+ \S+ = )?require\("([^"]+)"\);$/gm)].map(([, name = '']) => name);
    expect(outside).toContain('node:http');
    expect(outside.filter((name) => !isBuiltin(name) && !name.startsWith('./'))).toEqual([
      '@node-rs/argon2',
      'fxa-common-password-list',
    ]);
  });

  it('loads the framework and the driver of PostgreSQL', () => {
    expect(bundled).toEqual(expect.arrayContaining(['pg/lib/client.js', 'typeorm/driver/postgres/PostgresDriver.js']));
  });

  it.each(LATER)('does not load %s', (name) => {
    expect(bundled.filter((file) => file.startsWith(`${name}/`))).toEqual([]);
  });

  it('loads no statements of other databases', () => {
    const runners = bundled.filter((file) => /^typeorm\/driver\/.*QueryRunner\.js$/.test(file));
    expect(runners).toEqual(['typeorm/driver/postgres/PostgresQueryRunner.js']);
  });

  it('loads characters of ASCII alone, because V8 keeps a source with others at twice its size', () => {
    expect(/\P{ASCII}/u.exec(service)).toBeNull();
  });
});

describe('The service', () => {
  const name = basename(cache().file);
  let installed: Installed;
  let file: string;

  beforeEach(() => {
    installed = copyInstallation();
    file = join(installed.root, 'dist/bundle', name);
  });
  afterEach(() => {
    installed.remove();
  });

  it.each([
    ['without compiled code', () => rmSync(file)],
    ['with compiled code that is cut off', () => truncateSync(file, 100_000)],
    ['with a file that is no compiled code', () => writeFileSync(file, 'no code')],
  ])('starts %s', async (_, change) => {
    change();
    const service = await installed.start();
    const { status } = await fetch(`${service.url}/health`);
    await service.stop();
    expect(status).toBe(200);
  });
});
