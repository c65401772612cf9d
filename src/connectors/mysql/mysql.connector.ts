import type { Connector, ConnectorContext } from '../connector.js';
import { capture } from './capture.js';
import { describeChange } from './describe.js';
import { explain } from './errors.js';
import { operations } from './operations.js';
import { plan } from './plan.js';
import { transaction } from './session.js';
import { settle } from './settle.js';
import { parseTarget, type Target } from './target.js';
import { undo } from './undo.js';

/** Rows of InnoDB tables of a MySQL or MariaDB database, told apart by their primary key. */
export const mysql: Connector = {
  id: 'mysql',
  title: 'MySQL and MariaDB',
  verified: true,
  apiVersion: 'MySQL 8.0.17 or newer, MariaDB 10.6 or newer',
  credentialFields: [
    {
      name: 'connectionString',
      required: true,
      description:
        'mysql://user:password@host:port/database?ssl-mode=VERIFY_IDENTITY. ssl-mode: DISABLED (the default), ' +
        'REQUIRED (TLS without checking the certificate), VERIFY_CA, or VERIFY_IDENTITY.',
    },
  ],
  operations,
  capture,
  describeChange,
  plan,
  settle,
  undo,
  probe,
};

async function probe(context: ConnectorContext): Promise<void> {
  let target: Target | null = null;
  try {
    target = parseTarget(context.credentials.connectionString);
    await transaction(context, 'read', (session) => session.rows('SELECT 1'));
  } catch (error) {
    throw new Error(explain(error, target).sentence);
  }
}
