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

/** Stand in `src`, and are no unit tests: they start PostgreSQL servers, or undo calls in a database. */
const NOT_UNIT = ['src/platform/database/embedded/', 'src/connectors/postgres/'];

const paths = ['src/', ...RESOURCES.map((name) => `test/e2e/.+/${name}.spec.ts`)];
process.exit(
  await runJest(['--testPathIgnorePatterns', '/node_modules/', ...NOT_UNIT, '--testPathPatterns', ...paths]),
);
