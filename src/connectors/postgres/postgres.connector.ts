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

/** Rows of a PostgreSQL database (13 or newer), told apart by their primary key. */
export const postgres: Connector = {
  id: 'postgres',
  title: 'PostgreSQL',
  verified: true,
  apiVersion: '13 or newer',
  credentialFields: [
    {
      name: 'connectionString',
      required: true,
      description:
        'postgres://user:password@host:port/database?sslmode=verify-full. sslmode: disable (the default), verify-full ' +
        '(also require, verify-ca, prefer), or no-verify for TLS without checking the certificate.',
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
