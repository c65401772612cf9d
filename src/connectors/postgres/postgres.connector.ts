import type { Connector } from '../connector.js';
import { rowsConnector } from '../rows/rows-connector.js';
import { urlPublicPart } from '../url-public-part.js';
import { dialect } from './dialect.js';
import { facts } from './facts.js';
import { operations } from './operations.js';
import { outcomeOf } from './perform/outcome.js';
import { perform } from './perform/perform.js';
import { captureStatement } from './query/capture-statement.js';
import { summaries } from './summaries.js';

const ofRows = rowsConnector(dialect);

/** Rows of a PostgreSQL database (13 or newer), identified by their primary key. */
export const postgres: Connector = {
  id: 'postgres',
  facts,
  title: 'PostgreSQL',
  verified: true,
  apiVersion: '13 or newer',
  credentialFields: [
    {
      name: 'connectionString',
      required: true,
      publicPart: urlPublicPart,
      description:
        'postgres://user:password@host:port/database?sslmode=verify-full. sslmode: verify-full (also require, verify-ca, ' +
        'prefer; the default for a public host), no-verify for TLS without checking the certificate, or disable (plain ' +
        'text: the default on this machine, and refused for a public host). A private host needs one of them.',
    },
    {
      name: 'counters',
      required: false,
      isPublic: true,
      description:
        'Columns that only ever add up, as schema.table.column, separated by commas. A rollback by an operator subtracts what ' +
        'a call added from what is there, also where another client changed it since.',
    },
  ],
  summaries,
  operations,
  ...ofRows,
  capture: (call, context) =>
    call.apiName === 'postgres.query' ? captureStatement(call, context) : ofRows.capture(call, context),
  perform,
  outcomeOf: outcomeOf,
};
