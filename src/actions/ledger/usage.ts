// SQL: the month is that of the database’s clock, whether or not it has a row.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config, type Plan } from '../../config/config.js';

/** Reads the part of its quota that an organization has used (docs/contract.md, "Plans and quota"). */
@Injectable()
export class Usage {
  constructor(private readonly config: Config) {}

  /** `{ month: 'YYYY-MM', actions, limit }` of the current month: UTC, by the database's clock, as it is counted. */
  async ofThisMonth(em: EntityManager, organizationId: string, plan: Plan) {
    const [row]: { month: string; actions: string }[] = await em.query(
      `SELECT to_char(m.first, 'YYYY-MM') AS month, coalesce(u.actions, 0) AS actions
       FROM (SELECT usage_month() AS first) m
       LEFT JOIN usage_months u ON u.organization_id = $1 AND u.month = m.first`,
      [organizationId],
    );
    return { month: row?.month ?? '', actions: Number(row?.actions), limit: this.config.quota[plan] };
  }
}
