/** `npm run test:quick`: the unit tests, and the suite of each resource. */
import { runJest } from './jest.mjs';

const RESOURCES = [
  'actions',
  'agents',
  'api-keys',
  'approvals',
  'audit',
  'auth',
  'credentials',
  'dirty',
  'intent',
  'me',
  'metrics',
  'policies',
  'registry',
  'rollback-api',
  'sessions',
  'webhooks',
];

/** Stands in `src`, and starts PostgreSQL servers. */
const SLOW = 'src/platform/database/embedded/';

const paths = ['src/', ...RESOURCES.map((name) => `test/e2e/${name}.spec.ts`)];
process.exit(await runJest(['--testPathIgnorePatterns', '/node_modules/', SLOW, '--testPathPatterns', ...paths]));
