// SQL: everything around a call is read from views of three modules in one round trip.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ActionStatus } from '../../actions/rules/action.js';
import { SealedCalls } from '../../actions/sealed-calls.service.js';
import type { FieldChange, JsonObject } from '../../connectors/connector.js';
import { Isolation } from '../../isolation/isolation.service.js';
import { Database } from '../../platform/database/database.js';
import { reveal, revealAll } from '../../platform/reveal/reveal.js';
import { Redactions } from '../../redaction/redactions.service.js';
import { RegistryService } from '../../registry/registry.service.js';
import type { ApprovalDetailRow } from '../approval.view.js';
import { differenceOf } from './difference.js';
import { findHidden } from './hidden.js';

const PRECEDING = 10;
/**
 * The most changed fields, and places with hidden characters, that a card shows; `differenceOmitted` counts the other fields,
 * which the snapshot shows.
 */
const SHOWN_FIELDS = 500;

interface Around {
  readonly intent: string;
  readonly agent_name: string;
  readonly preceding: readonly { sequence: number; api_name: string; status: ActionStatus; payload: JsonObject }[];
}

/** Collects the facts beside the call itself that an operator needs for a decision. */
@Injectable()
export class ApprovalCards {
  constructor(
    private readonly registry: RegistryService,
    private readonly isolation: Isolation,
    private readonly database: Database,
    private readonly sealed: SealedCalls,
    private readonly redactions: Redactions,
  ) {}

  /**
   * `difference` is null when it is unknown: without a snapshot, or with one of other arguments. Every text of an agent
   * is shown with its hidden characters made visible.
   */
  async contextOf(em: EntityManager, row: ApprovalDetailRow, difference: readonly FieldChange[] | null) {
    const { intent, agent_name: agentName, preceding } = await this.around(em, row);
    return {
      intent: reveal(intent),
      agentId: row.agent_slug,
      agentName: reveal(agentName),
      precedingActions: preceding.map((action) => ({
        sequence: action.sequence,
        apiName: action.api_name,
        status: action.status,
        summary: this.registry.summaryOf(action.api_name, action.payload),
      })),
      reversibility: this.registry.find(row.api_name)?.operation.reversibility ?? ('none' as const),
      policy: { ids: row.asking_policy_ids, reason: row.policy_reason },
      difference: difference?.slice(0, SHOWN_FIELDS).map(toShown) ?? null,
      differenceOmitted: Math.max(0, (difference?.length ?? 0) - SHOWN_FIELDS),
      hidden: [...findHidden(intent, 'intent'), ...findHidden(row.payload, 'payload', SHOWN_FIELDS)],
    };
  }

  /** Summarizes the call with the values that it would replace, if they were captured for these very arguments. */
  summaryOf(row: ApprovalDetailRow): string {
    const fits = row.snapshot_payload_hash === row.payload_hash;
    return this.registry.summaryOf(row.api_name, row.payload, fits ? row.snapshot_content : null);
  }

  /**
   * The fields that the call would change; null when they are unknown. It holds no database connection while it
   * computes them.
   */
  async differenceOf(row: ApprovalDetailRow): Promise<FieldChange[] | null> {
    const { api_name: apiName, organization_id: organizationId } = row;
    if (!row.snapshot_content || row.snapshot_payload_hash !== row.payload_hash) return null;
    if (!row.redacted && !row.snapshot_redacted) return this.changesOf(row);
    const stored = { ...row, snapshot_content: row.snapshot_content as JsonObject };
    const [call] = await this.database.transaction(organizationId, (em) =>
      this.sealed.open(em, organizationId, [stored]),
    );
    const redactor = call ? await this.redactions.ofNow(organizationId, apiName, call.values) : null;
    if (!call || !redactor) return null;
    const words = redactor.words(row.id);
    return (await this.changesOf(call))?.map((change) => words.field(change)) ?? null;
  }

  private async changesOf(row: ApprovalDetailRow): Promise<FieldChange[] | null> {
    const { snapshot_content: content, payload, api_name: apiName } = row;
    const connector = this.registry.find(apiName)?.connector;
    if (connector?.describeChange)
      return this.isolation
        .of(row.organization_id, connector)
        .describeChange({ apiName, payload: payload as JsonObject }, content as JsonObject);
    return differenceOf(row.operation_type === 'DELETE', content as JsonObject, payload);
  }

  private async around(em: EntityManager, row: ApprovalDetailRow): Promise<Around> {
    const [around]: Around[] = await em.query(
      `SELECT s.intent, coalesce(g.display_name, s.agent_slug) AS agent_name, coalesce((
         SELECT json_agg(a ORDER BY a.sequence) FROM (
           SELECT x.sequence, x.api_name, x.status, x.payload FROM action_details x
           WHERE x.organization_id = $1 AND x.session_id = $2 AND x.sequence < $3 ORDER BY x.sequence DESC LIMIT $4) a
         ), '[]') AS preceding
       FROM session_states s LEFT JOIN agent_states g ON g.organization_id = s.organization_id AND g.slug = s.agent_slug
       WHERE s.organization_id = $1 AND s.id = $2`,
      [row.organization_id, row.session_id, row.sequence, PRECEDING],
    );
    if (!around) throw new Error('an approval without a session');
    return around;
  }
}

const toShown = ({ field, before, after }: FieldChange): FieldChange => ({
  field: reveal(field),
  before: revealAll(before),
  after: revealAll(after),
});
