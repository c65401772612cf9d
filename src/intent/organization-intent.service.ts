// SQL: days are those of the database’s clock.

import { Injectable } from '@nestjs/common';
import type { Principal } from '../auth/access/principal.js';
import { Database } from '../platform/database/database.js';
import { EVALUATOR_VERSION } from './evaluator/evaluate.js';
import { type IntentCount, summarizeIntent } from './organization-intent.js';

const DAYS = 30;
/** Agents and connectors that are named; the totals are of all. */
const NAMED = 100;

/**
 * Reports how far the organization's sessions kept to their intents, from stored counters, in a time that does not grow
 * with the number of sessions.
 */
@Injectable()
export class OrganizationIntentService {
  constructor(private readonly database: Database) {}

  /** Live sessions begun in the last 30 days (UTC), today the last one; simulated ones by themselves. */
  async summarize({ organizationId }: Principal) {
    const { days, counts } = await this.database.transaction(organizationId, async (em) => {
      const found: { day: string }[] = await em.query(
        `SELECT (utc_day(now()) - $1::int + n)::text AS day FROM generate_series(1, $1::int) AS n ORDER BY n`,
        [DAYS],
      );
      const rows: (Omit<IntentCount, 'sessions' | 'drift'> &
        Record<'sessions' | 'drift', string> & { simulated: boolean })[] = await em.query(
        `SELECT day::text, simulated, dimension, name, verdict, sessions, drift FROM intent_counts
           WHERE organization_id = $1 AND day > utc_day(now()) - $2::int AND sessions > 0`,
        [organizationId, DAYS],
      );
      const read = rows.map((row) => ({ ...row, sessions: Number(row.sessions), drift: Number(row.drift) }));
      return { days: found.map(({ day }) => day), counts: read };
    });
    const view = (simulated: boolean) => {
      const summary = summarizeIntent(
        counts.filter((count) => count.simulated === simulated),
        days,
      );
      return { ...summary, agents: summary.agents.slice(0, NAMED), connectors: summary.connectors.slice(0, NAMED) };
    };
    return { ...view(false), simulated: view(true), evaluator: EVALUATOR_VERSION };
  }
}
