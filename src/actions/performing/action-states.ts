// SQL: one action is read over a view, for operators and agents a different one, and the states of many in one statement.

import { Injectable } from '@nestjs/common';
import { may } from '../../auth/access/permissions.js';
import { type Asking, type HeldList, HeldLists, type Listed, type TaggedPage } from '../../auth/waiting/held-lists.js';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { Page, Tagged } from '../../platform/http/answers/answer.js';
import { tagOf } from '../../platform/http/answers/list-tag.js';
import { RegistryService } from '../../registry/registry.service.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import { type ActionRow, type ActionView, toActionView } from '../action.view.js';
import { readSummary } from '../read-summary.js';

interface Asked {
  readonly sessionId: string;
  readonly actionId: string;
  readonly simulated: boolean;
  readonly forOperator: boolean;
}

const STATE = `md5(concat_ws(' ', d.updated_at, d.status, d.approval_status, d.precapture_id, d.performance)) AS state`;

/** Reads one action, and waits for a change of it (docs/contract.md, "Actions"). */
@Injectable()
export class ActionStates {
  private readonly held: HeldList<Asked, ActionView>;

  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
    private readonly registry: RegistryService,
    lists: HeldLists,
  ) {
    this.held = lists.of({ read: (listed) => this.read(listed), tagsOf: (all) => this.tagsOf(all) });
  }

  /** @throws 404 */
  async answer(asking: Asking, sessionId: string, actionId: string, waitSeconds: number) {
    const { caller } = asking;
    const { simulated } = await this.database.transaction(caller.organizationId, (em) =>
      this.sessions.get(em, caller, sessionId),
    );
    const asked = { sessionId, actionId, simulated, forOperator: may(caller, 'read-captured-values') };
    const page = await this.held.answer(asking, asked, waitSeconds);
    return page instanceof Page && page.items[0] ? new Tagged(page.items[0], page.tag) : page;
  }

  private async read({ organizationId, query }: Listed<Asked>): Promise<TaggedPage<ActionView>> {
    const view = query.forOperator ? 'action_details' : 'shown_actions';
    const [row]: (ActionRow & { state: string })[] = await this.database.transaction(organizationId, (em) =>
      em.query(`SELECT d.*, ${STATE} FROM ${view} d WHERE organization_id = $1 AND session_id = $2 AND id = $3`, [
        organizationId,
        query.sessionId,
        query.actionId,
      ]),
    );
    if (!row) throw notFound('action');
    const items = [toActionView(row, query.simulated, query.forOperator, readSummary(this.registry, row))];
    return new Page(items, null, tagOf(row.state)) as TaggedPage<ActionView>;
  }

  private async tagsOf(all: readonly Listed<Asked>[]): Promise<readonly string[]> {
    const organizations = [...new Set(all.map(({ organizationId }) => organizationId))];
    const ids = all.map(({ query }) => query.actionId);
    const rows: { id: string; state: string }[] = await this.database.transaction(organizations, (em) =>
      em.query(`SELECT d.id, ${STATE} FROM shown_actions d WHERE d.organization_id = ANY ($1) AND d.id = ANY ($2)`, [
        organizations,
        ids,
      ]),
    );
    const states = new Map(rows.map(({ id, state }) => [id, state]));
    return ids.map((id) => tagOf(states.get(id) ?? ''));
  }
}
