import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';

/** Loaded by the first call that needs them, if there is one. */
const LATER = [
  ...['@aws-sdk/client-dynamodb', '@aws-sdk/client-s3', '@smithy/signature-v4', 'mysql2', 'ioredis', 'stripe', 'tsdav'],
  ...['@googleapis/calendar', '@googleapis/drive', '@googleapis/gmail', '@octokit/rest', '@slack/web-api'],
  ...['libpg-query', 'nodemailer', 'openai', 'undici', 'libphonenumber-js'],
];

/** The files that `entry` loads before it runs, with their text, and the packages outside the bundle. */
function startOf(entry: string) {
  const files = new Map<string, string>();
  const packages = new Set<string>();
  const read = (path: string) => {
    if (files.has(path)) return;
    const text = readFileSync(path, 'utf8');
    files.set(path, text);
    const imports = text.split('\n').filter((line) => line.startsWith('import '));
    for (const line of imports) {
      const [, specifier = ''] = /(?:from |^import )["']([^"']+)["'];$/.exec(line) ?? [];
      if (specifier.startsWith('.')) read(join(dirname(path), specifier));
      else if (!isBuiltin(specifier)) packages.add(specifier);
    }
  };
  read(entry);
  return { texts: [...files.values()], packages: [...packages].sort() };
}

describe('dist/main.js', () => {
  const { texts, packages } = startOf('dist/main.js');
  const bundled = texts.flatMap((text) =>
    [...text.matchAll(/^\/\/ node_modules\/(.+)$/gm)].map(([, file = '']) => file),
  );

  it('loads two packages from outside the bundle', () => {
    expect(packages).toEqual(['@node-rs/argon2', 'fxa-common-password-list']);
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

  it('loads characters of Latin-1 alone, because V8 keeps a source with others at twice its size', () => {
    expect(texts.filter((text) => Buffer.from(text, 'latin1').toString('latin1') !== text)).toEqual([]);
  });
});
