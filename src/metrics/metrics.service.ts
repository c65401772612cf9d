// SQL: totals are read through a function, beside the clock of the database.

import { Injectable } from '@nestjs/common';
import type { Principal } from '../auth/access/principal.js';
import { Database } from '../platform/database/database.js';
import { notFound } from '../platform/errors.js';
import { daysUpTo } from './days.js';
import { summarizeTransitions, type Transition, toDays } from './metrics.js';

const DAYS = 30;

/** An organization's own figures, from counters that are kept and never counted (docs/metrics.md). */
@Injectable()
export class MetricsService {
  constructor(private readonly database: Database) {}

  /**
   * Totals of live sessions, the last 30 days in UTC with today as the last one, and the totals of simulated sessions
   * by themselves. Everything answered before is in it.
   */
  read({ organizationId }: Principal) {
    return this.database.transaction(organizationId, async (em) => {
      const [organization]: { since: Date; today: string }[] = await em.query(
        'SELECT created_at AS since, utc_day(now())::text AS today FROM organization_states WHERE id = $1',
        [organizationId],
      );
      if (!organization) throw notFound('organization');
      const rows: (Omit<Transition, 'times'> & { times: string })[] = await em.query(
        'SELECT day::text, simulated, subject, was, became, detail, times FROM metrics_of($1, $2)',
        [organizationId, DAYS],
      );
      const transitions = rows.map((row) => ({ ...row, times: Number(row.times) }));
      return {
        ...summarizeTransitions(transitions, false),
        simulated: summarizeTransitions(transitions, true),
        days: toDays(daysUpTo(organization.today, DAYS), transitions),
        since: organization.since.toISOString(),
      };
    });
  }
}
