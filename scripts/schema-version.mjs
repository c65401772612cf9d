/**
 * Compares the files of `migrations/` and `SCHEMA_VERSION` with those of the last release (decision 74).
 *
 *   node scripts/schema-version.mjs            fails if the files changed and the version did not rise
 *   node scripts/schema-version.mjs --record   writes `migrations/released.json` for the release that is being made
 *
 * Before the first release there is no such file, and nothing to compare.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'migrations';
const RELEASED = join(FOLDER, 'released.json');
const SOURCE = 'src/platform/database/schema/schema-version.ts';

function hashOfFiles() {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql'));
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(`${file}\0${readFileSync(join(FOLDER, file), 'utf8')}\0`);
  return hash.digest('hex');
}

const version = Number(/SCHEMA_VERSION = (\d+);/.exec(readFileSync(SOURCE, 'utf8'))?.[1]);
const hash = hashOfFiles();

function problem() {
  if (!existsSync(RELEASED)) return null;
  const released = JSON.parse(readFileSync(RELEASED, 'utf8'));
  const hasChanged = released.hash !== hash;
  if (hasChanged && version > released.version) return null;
  if (!hasChanged && version === released.version) return null;
  if (!hasChanged)
    return `No file of migrations/ changed since the last release: set SCHEMA_VERSION in ${SOURCE} to ${released.version}.`;
  return (
    `Files of migrations/ changed since the last release: set SCHEMA_VERSION in ${SOURCE} to ${released.version + 1}, ` +
    `or to ${released.version + 2} if processes of that release cannot work with the change.`
  );
}

const found = problem();
if (found) {
  console.error(found);
  process.exit(1);
}
if (process.argv.includes('--record')) writeFileSync(RELEASED, `${JSON.stringify({ version, hash }, null, 2)}\n`);
