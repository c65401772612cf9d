// Refuses licences that are not known to allow use in this product, of the packages that `npm ci --omit=dev` installs.
// Parameter: another lock file than package-lock.json.
import { readFileSync } from 'node:fs';

const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
];

/** The licences that these packages state, with the reason why they are accepted. */
const EXCEPTIONS = {
  '@fontsource-variable/inter': ['OFL-1.1', 'a font, which the licence permits to ship with software'],
  '@fontsource-variable/jetbrains-mono': ['OFL-1.1', 'the same'],
  'fxa-common-password-list': ['MPL-2.0', 'used unchanged: its terms cover its own files only'],
  'incremental-encoder': ['MPL 2.0', 'the same; comes with fxa-common-password-list'],
  'json-schema': ['(AFL-2.1 OR BSD-3-Clause)', 'taken under BSD-3-Clause'],
  'passport-strategy': ['none', 'its LICENSE file is the MIT License; the lock file does not show the old field'],
  pause: ['none', 'its Readme.md holds the MIT License'],
  'type-fest': ['(MIT OR CC0-1.0)', 'taken under MIT'],
  'url-template': ['BSD', 'its LICENSE file is the BSD-3-Clause License'],
};

const [, , lockFile = 'package-lock.json'] = process.argv;
const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'));
const installed = Object.entries(packages)
  .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
  .map(([path, { version, license = 'none' }]) => ({ name: path.split('node_modules/').at(-1), version, license }));

const complaints = installed
  .filter(({ name, license }) => !ALLOWED.includes(license) && EXCEPTIONS[name]?.[0] !== license)
  .map(({ name, version, license }) => `${name}@${version} states the licence ${license}, which is not allowed.`);
for (const name of Object.keys(EXCEPTIONS))
  if (!installed.some((one) => one.name === name)) complaints.push(`${name} is an exception and not installed.`);

if (complaints.length > 0) {
  console.error(`${complaints.join('\n')}\nRead the licence, then see the lists in scripts/licences.mjs.`);
  process.exit(1);
}
