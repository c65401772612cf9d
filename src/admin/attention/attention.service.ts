// SQL: it runs the statement of attention.queries.ts, which gives the reason.

import { Injectable } from '@nestjs/common';
import { Usage } from '../../actions/ledger/usage.js';
import { AuditLogService } from '../../audit/audit-log.service.js';
import { type Principal, planCovers } from '../../auth/access/principal.js';
import { Database } from '../../platform/database/database.js';
import { validationFailed } from '../../platform/errors.js';
import { idAt } from '../../platform/ids.js';
import { parseMoment } from '../../platform/moment.js';
import { reveal } from '../../platform/reveal/reveal.js';
import { DirtyService } from '../../rollback/dirty/dirty.service.js';
import { ATTENTION, MOST, NAMED } from './attention.queries.js';

const DAY_MS = 86_400_000;
/** Drift of older sessions is no news. */
const DRIFT_DAYS = 7;
const CHANGES = 20;

interface Row {
  readonly pending: number;
  readonly kinds: readonly {
    readonly id: string;
    readonly api_name: string;
    readonly agent_slug: string;
    readonly summary: string | null;
    readonly created_at: string;
    readonly expires_at: string;
    readonly times: number;
  }[];
  readonly dirty: number;
  readonly rollback_failed: number;
  readonly drifted: number;
  readonly paused: readonly { readonly slug: string; readonly display_name: string | null }[];
  readonly connectors: readonly {
    readonly connector: string;
    readonly last_checked_at: string;
    readonly last_check_detail: string | null;
  }[];
  readonly receivers: readonly {
    readonly id: string;
    readonly kind: 'webhook' | 'slack' | 'email';
    readonly description: string;
    readonly disabled_reason: string | null;
    readonly failing_since: string | null;
  }[];
}

const iso = (time: string) => new Date(time).toISOString();
/** Every count is bounded. */
const counted = (count: number) => ({ count: Math.min(count, MOST), isMore: count > MOST });

/**
 * Lists the items that wait for an operator, the faults, and the changes since a moment (docs/contract.md,
 * "Attention").
 */
@Injectable()
export class AttentionService {
  constructor(
    private readonly database: Database,
    private readonly usage: Usage,
    private readonly dirty: DirtyService,
    private readonly audit: AuditLogService,
  ) {}

  async read(caller: Principal, since: string | undefined) {
    const { organizationId, plan } = caller;
    const driftedFrom = idAt(new Date(Date.now() - DRIFT_DAYS * DAY_MS), 0);
    const { row, usage } = await this.database.transaction(organizationId, async (em) => {
      const [found]: Row[] = await em.query(ATTENTION, [organizationId, driftedFrom]);
      return { row: found, usage: await this.usage.ofThisMonth(em, organizationId, plan) };
    });
    if (!row) throw new Error('a statement without a row');
    const { items: sessions } = await this.dirty.list(caller, { limit: NAMED });
    return {
      approvals: { ...counted(row.pending), kinds: row.kinds.map(toKind) },
      sessions: {
        dirty: { ...counted(row.dirty), newest: sessions },
        rollbackFailed: counted(row.rollback_failed),
        drifted: { ...counted(row.drifted), days: DRIFT_DAYS },
      },
      connectors: row.connectors.map(({ connector, last_checked_at: at, last_check_detail: detail }) => ({
        connector,
        checkedAt: iso(at),
        detail,
      })),
      receivers: row.receivers.map(({ id, kind, description, disabled_reason: reason, failing_since: from }) => ({
        id,
        kind,
        description,
        isDisabled: reason !== null,
        failingSince: from === null ? null : iso(from),
      })),
      pausedAgents: row.paused.map(({ slug, display_name: name }) => ({ agentId: slug, name: name ?? slug })),
      usage,
      changes: since === undefined || !planCovers(plan, 'TEAM') ? null : await this.changesSince(organizationId, since),
    };
  }

  private async changesSince(organizationId: string, since: string) {
    const from = parseMoment(since)?.getTime();
    if (from === undefined)
      throw validationFailed('since', 'must be a moment in ISO 8601, such as 2026-01-02T03:04:05Z');
    const { items } = await this.audit.list(organizationId, { limit: CHANGES });
    return items
      .filter(({ createdAt }) => Date.parse(createdAt) > from)
      .map(({ sequence, action, actor, target, createdAt }) => ({
        sequence,
        action,
        by: actor.label,
        target,
        createdAt,
      }));
  }
}

function toKind({ id, api_name: apiName, agent_slug: agentId, summary, times, ...row }: Row['kinds'][number]) {
  return {
    apiName,
    count: times,
    oldest: {
      id,
      summary: summary ?? reveal(apiName),
      agentId,
      createdAt: iso(row.created_at),
      expiresAt: iso(row.expires_at),
    },
  };
}
