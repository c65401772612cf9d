import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);
const { version, description, repository } = require('#package.json') as {
  version: string;
  description: string;
  repository: { url: string };
};

/** The name and version of this installation. A bundle finds the same `package.json`, from whichever folder it runs. */
export const installation = {
  name: 'Backstop',
  version,
  /** The description is one sentence. */
  description,
  /** The repository, for a browser. */
  repositoryUrl: repository.url.replace(/^git\+|\.git$/g, ''),
  /** The folder that holds `package.json` and `migrations`. */
  root: dirname(require.resolve('#package.json')),
} as const;
