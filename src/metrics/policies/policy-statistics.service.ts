// SQL: the counters are read through a function, beside the clock of the database.

import { Injectable } from '@nestjs/common';
import type { Principal } from '../../auth/access/principal.js';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { daysUpTo } from '../days.js';
import type { PolicyStatisticsQuery } from './policy-statistics.dto.js';
import { approvedByOperators, type Counted, statisticsOf } from './policy-statistics.js';

/** Reports the outcomes of the calls that a policy matched, from stored counters (docs/metrics.md). */
@Injectable()
export class PolicyStatisticsService {
  constructor(private readonly database: Database) {}

  /** The last `days` in UTC with today as the last one. Everything answered before is in it. @throws 404 */
  read({ organizationId }: Principal, policyId: string, { days }: PolicyStatisticsQuery) {
    return this.database.transaction(organizationId, async (em) => {
      const [policy]: { since: Date; today: string }[] = await em.query(
        `SELECT greatest(counted_since, (utc_day(now()) - $3::integer + 1)::timestamp AT TIME ZONE 'UTC') AS since,
           utc_day(now())::text AS today
         FROM policy_states WHERE organization_id = $1 AND id = $2`,
        [organizationId, policyId, days],
      );
      if (!policy) throw notFound('policy');
      const rows: (Omit<Counted, 'times'> & { times: string })[] = await em.query(
        'SELECT day::text, event, seconds, times FROM policy_statistics_of($1, $2, $3)',
        [organizationId, policyId, days],
      );
      const counted = rows.map((row) => ({ ...row, times: Number(row.times) }));
      return {
        policyId,
        since: policy.since.toISOString(),
        ...statisticsOf(counted, daysUpTo(policy.today, days)),
      };
    });
  }

  /** Returns the statistics of every policy of an organization. */
  ofAll(organizationId: string, days: number) {
    return this.database.transaction(organizationId, async (em) => {
      const policies: { id: string; since: Date; today: string }[] = await em.query(
        `SELECT id, counted_since AS since, utc_day(now())::text AS today FROM policy_states WHERE organization_id = $1`,
        [organizationId],
      );
      const rows: (Omit<Counted, 'times'> & { id: string; times: string })[] = await em.query(
        `SELECT p.id, s.day::text, s.event, s.seconds, s.times
         FROM policy_states p CROSS JOIN LATERAL policy_statistics_of($1, p.id, $2) s WHERE p.organization_id = $1`,
        [organizationId, days],
      );
      const counted = new Map<string, Counted[]>(policies.map(({ id }) => [id, []]));
      for (const { id, times, ...row } of rows) counted.get(id)?.push({ ...row, times: Number(times) });
      return policies.map(({ id, since, today }) => {
        const own = counted.get(id) ?? [];
        const statistics = statisticsOf(own, daysUpTo(today, days));
        return { policyId: id, since, statistics, approvedByOperators: approvedByOperators(own) };
      });
    });
  }
}
