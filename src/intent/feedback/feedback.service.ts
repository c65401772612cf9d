// SQL: an action is looked for through a view of its module.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditTrail } from '../../audit/audit-trail.js';
import type { Principal } from '../../auth/access/principal.js';
import { type IdempotencyKey, IdempotencyKeys } from '../../auth/idempotency.js';
import { Database } from '../../platform/database/database.js';
import { findPage } from '../../platform/database/page.js';
import { notFound } from '../../platform/errors.js';
import type { PageQuery } from '../../platform/http/input/page.dto.js';
import { newId } from '../../platform/ids.js';
import { IntentMarkEntity } from '../entities/intent-mark.entity.js';
import { EvaluationsRepository } from '../evaluations.repository.js';
import { EvaluationsService } from '../evaluations.service.js';
import { EVALUATOR_VERSION } from '../evaluator/evaluate.js';
import { AgentLevels } from '../level/agent-levels.service.js';
import type { MarkIntentDto } from './feedback.dto.js';

/** Marks that a read of one session shows. */
const SHOWN = 100;

/** Records the operators' marks of sessions; the level of the agent follows at once (docs/contract.md, "Intent"). */
@Injectable()
export class FeedbackService {
  constructor(
    private readonly database: Database,
    private readonly evaluations: EvaluationsService,
    private readonly repository: EvaluationsRepository,
    private readonly levels: AgentLevels,
    private readonly idempotency: IdempotencyKeys,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws 404 */
  async mark(caller: Principal, sessionId: string, said: MarkIntentDto, key: IdempotencyKey | null) {
    if (!(await this.evaluations.catchUp(caller.organizationId, sessionId))) throw notFound('session');
    return this.database.transaction(caller.organizationId, (em) =>
      this.idempotency.once(
        em,
        caller,
        key,
        () => this.record(em, caller, sessionId, said),
        (id) => this.get(em, caller, id),
      ),
    );
  }

  /** Every mark of the organization, newest first. */
  list({ organizationId }: Principal, query: PageQuery) {
    return this.database.transaction(organizationId, (em) =>
      findPage(em, IntentMarkEntity, organizationId, query, toMarkView),
    );
  }

  /** The newest marks of a session. */
  ofSession({ organizationId }: Principal, sessionId: string) {
    return this.database.transaction(organizationId, async (em) => {
      const where = { organizationId, sessionId };
      const found = await em.find(IntentMarkEntity, { where, order: { id: 'DESC' }, take: SHOWN });
      return found.map(toMarkView);
    });
  }

  private async record(em: EntityManager, caller: Principal, sessionId: string, said: MarkIntentDto): Promise<string> {
    const { organizationId, label } = caller;
    const { actionId = null, mark, note = null } = said;
    const session = await this.repository.lock(em, organizationId, sessionId);
    if (!session) throw notFound('session');
    if (actionId) await requireAction(em, organizationId, sessionId, actionId);
    const { agent_slug: agentSlug, simulated } = session;
    const id = newId();
    await em.insert(IntentMarkEntity, {
      ...{ id, organizationId, sessionId, actionId, agentSlug, simulated, mark, note },
      source: 'operator',
      markedBy: label,
    });
    const stored = await this.repository.find(em, organizationId, sessionId);
    const progress = stored?.evaluator === EVALUATOR_VERSION ? stored.progress : undefined;
    const agent = { organizationId, agentSlug, simulated };
    const found = await this.levels.recalibrate(em, agent, sessionId, progress);
    if (found) await this.repository.saveVerdict(em, organizationId, sessionId, found);
    await this.audit.record(em, caller, {
      action: 'intent.marked',
      target: { type: 'session', id: sessionId },
      before: null,
      after: { id, actionId, mark },
    });
    return id;
  }

  private async get(em: EntityManager, { organizationId }: Principal, id: string) {
    const found = await em.findOneBy(IntentMarkEntity, { id, organizationId });
    if (!found) throw notFound('session');
    return toMarkView(found);
  }
}

async function requireAction(em: EntityManager, organizationId: string, sessionId: string, actionId: string) {
  const [action] = await em.query(
    'SELECT 1 FROM action_details WHERE organization_id = $1 AND session_id = $2 AND id = $3',
    [organizationId, sessionId, actionId],
  );
  if (!action) throw notFound('action');
}

const toMarkView = (row: IntentMarkEntity) => ({
  id: row.id,
  sessionId: row.sessionId,
  actionId: row.actionId,
  agentId: row.agentSlug,
  simulated: row.simulated,
  mark: row.mark,
  source: row.source,
  note: row.note,
  markedBy: row.markedBy,
  createdAt: row.createdAt.toISOString(),
});
