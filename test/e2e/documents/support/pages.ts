import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const SINGLE = [
  ...['README.md', 'CONTRIBUTING.md', 'RELEASING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...['sdk/README.md', 'sdk/CHANGELOG.md', 'dashboard/README.md', 'migrations/triggers/README.md'],
];

/** The pages of the documentation. */
export const PAGES: readonly string[] = SINGLE.concat(
  ['docs', 'sdk/docs'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => join(folder, file)),
  ),
);
