import { fileURLToPath } from 'node:url';
import base from '../../../jest.config.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const home = fileURLToPath(new URL('../../stand-ins/versions/node_modules', import.meta.url));
/** Names of packages, each with the alias under which its other version is installed: `{ "ai": "ai-7" }`. */
const replaced = Object.entries(JSON.parse(process.env.OTHER_VERSIONS ?? '{}'));

/** The suites of the project, with other versions of some packages. */
export default {
  ...base,
  rootDir: root,
  moduleDirectories: ['node_modules', home],
  moduleNameMapper: {
    ...base.moduleNameMapper,
    ...Object.fromEntries(replaced.map(([name, alias]) => [`^${name}(/.*)?$`, `${alias}$1`])),
  },
};
