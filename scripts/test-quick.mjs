/** `npm run test:quick`: all unit tests, and the suite of each resource. */
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

process.exit(await runJest(['src/', ...RESOURCES.map((name) => `test/e2e/${name}.spec.ts`)]));
