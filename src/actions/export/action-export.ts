// SQL: the export is read page by page through a view, in an order that only the database knows.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import type { Pages } from '../../platform/http/answers/stream-json.js';
import { queryMoment } from '../../platform/http/input/query-moment.js';
import { leastIdAt } from '../../platform/ids.js';
import { RegistryService } from '../../registry/registry.service.js';
import { type ActionRow, toActionView } from '../action.view.js';
import { PAGE_BYTES } from '../action-pages.js';
import { readSummary } from '../read-summary.js';
import { type CountingServer, type ExportPlace, LAST_ID } from './export-cursor.js';
import { ExportCursors } from './export-cursors.js';

const PAGE_ROWS = 500;

interface Row extends ActionRow {
  readonly recorded_in: string;
  readonly simulated: boolean;
  readonly agent_slug: string;
  readonly on_behalf_of: string | null;
  readonly labels: Readonly<Record<string, string>>;
}

interface From {
  /** ISO 8601. */
  readonly since?: string;
  readonly cursor?: string;
}

/** Exports all actions of an organization to a system that collects them (docs/decisions/0082). */
@Injectable()
export class ActionExport {
  constructor(
    private readonly database: Database,
    private readonly registry: RegistryService,
    private readonly cursors: ExportCursors,
  ) {}

  /**
   * Lines of JSON: an action each, and a last one that says that all was sent. One page of them is in memory.
   * @throws 400 for a cursor that is none, or is of another database
   */
  async read(organizationId: string, { since, cursor }: From): Promise<Pages> {
    const least = leastIdAt(since === undefined ? new Date(0) : queryMoment('since', since));
    const server = await this.server();
    const place = this.cursors.read(organizationId, server, cursor);
    const pageAfter = (after: ExportPlace) =>
      this.database.transaction(organizationId, (em) => readPage(em, organizationId, after, least));
    const first = await pageAfter(place);
    const line = (at: ExportPlace, action: object | null) =>
      `${JSON.stringify({ cursor: this.cursors.write(organizationId, server, at), action })}\n`;
    const toLine = (row: Row) => line(placeOfRow(row), this.view(row));

    async function* lines(): AsyncGenerator<readonly string[]> {
      let page = first;
      for (let last = page.rows.at(-1); last; last = page.rows.at(-1)) {
        yield page.rows.map(toLine);
        page = await pageAfter(placeOfRow(last));
      }
      yield [line(page.readTo, null)];
    }
    return { texts: lines(), charactersAtOnce: PAGE_BYTES };
  }

  private view(row: Row) {
    const { agent_slug: agentId, on_behalf_of: onBehalfOf, labels, simulated } = row;
    return { ...toActionView(row, simulated, true, readSummary(this.registry, row)), agentId, onBehalfOf, labels };
  }

  private async server(): Promise<CountingServer> {
    // The control file has the timeline before a failover until the first checkpoint after it; names of WAL files do not.
    const [row] = await this.database.lookup<{ system: string; timeline: string }>(
      `SELECT system_identifier::text AS system, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint::text AS timeline
       FROM pg_control_system()`,
      [],
    );
    if (!row) throw new Error('a server without control data');
    return { system: BigInt(row.system), timeline: BigInt(row.timeline) };
  }
}

const placeOfRow = ({ recorded_in: transaction, id }: Row): ExportPlace => ({ transaction: BigInt(transaction), id });

interface Page {
  readonly rows: readonly Row[];
  /** The place up to which the page is complete, also when it has no rows. */
  readonly readTo: ExportPlace;
}

/** Reads the next rows, bounded by a count and by their bytes, so that a page of large rows is short. */
async function readPage(em: EntityManager, organizationId: string, after: ExportPlace, least: string): Promise<Page> {
  // Read before the rows: what is older than each transaction under way now is visible to the next statement.
  const [over]: { transaction: string }[] = await em.query(
    'SELECT (pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1)::text AS transaction',
  );
  if (!over) throw new Error('a server without transactions');
  const rows = await em.query<Row[]>(PAGE, [
    organizationId,
    String(after.transaction),
    after.id,
    least,
    PAGE_ROWS,
    PAGE_BYTES,
  ]);
  return { rows, readTo: { transaction: BigInt(over.transaction), id: LAST_ID } };
}

const SIZE = ['payload', 'original_payload', 'response']
  .map((column) => `coalesce(octet_length(d.${column}::text), 0)`)
  .join(' + ');

const PAGE = `
  SELECT * FROM (
    SELECT e.recorded_in, d.*, s.simulated, s.agent_slug, s.on_behalf_of, s.labels,
      sum(${SIZE}) OVER (ORDER BY e.recorded_in, e.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
    FROM exportable_actions($1, $2, $3, $4, $5) e
    JOIN shown_actions d ON d.organization_id = $1 AND d.id = e.id
    JOIN session_states s ON s.organization_id = $1 AND s.id = d.session_id) AS page
  WHERE before IS NULL OR before < $6 ORDER BY recorded_in, id`;
