import { Injectable } from '@nestjs/common';
import { type Asking, type HeldList, HeldLists, type Listed, type TaggedPage } from '../../auth/waiting/held-lists.js';
import { Database } from '../../platform/database/database.js';
import { Page } from '../../platform/http/answers/answer.js';
import { tagOf } from '../../platform/http/answers/list-tag.js';
import { queryMoment } from '../../platform/http/input/query-moment.js';
import { toApprovalView } from '../approval.view.js';
import type { ListApprovalsQuery } from '../approvals.dto.js';
import type { ApprovalFilter } from './approval-filter.js';
import { readPage, statesOf } from './approval-pages.js';

type ApprovalView = ReturnType<typeof toApprovalView>;

/** Lists of approvals, and waiting for a change of one (docs/contract.md, "Approvals"). */
@Injectable()
export class ApprovalLists {
  private readonly held: HeldList<ApprovalFilter, ApprovalView>;

  constructor(
    private readonly database: Database,
    lists: HeldLists,
  ) {
    this.held = lists.of({
      read: (listed) => this.read(listed),
      tagsOf: (all) => this.tagsOf(all),
    });
  }

  /** @throws 400 for a `since` or `until` that is no moment */
  answer(asking: Asking, query: ListApprovalsQuery) {
    return this.held.answer(asking, toFilter(query), query.wait);
  }

  /** The page and its state come from one snapshot of the database. */
  private read(listed: Listed<ApprovalFilter>): Promise<TaggedPage<ApprovalView>> {
    return this.database.snapshot(listed.organizationId, async (em) => {
      const [state = ''] = await statesOf(em, [listed]);
      const rows = (await readPage(em, listed)).map((row) => ({ id: row.approval_id, row }));
      const { items, nextCursor } = Page.of(rows, listed.query.limit, ({ row }) => toApprovalView(row, true));
      return new Page(items, nextCursor, tagOf(state)) as TaggedPage<ApprovalView>;
    });
  }

  private tagsOf(all: readonly Listed<ApprovalFilter>[]): Promise<readonly string[]> {
    const organizations = [...new Set(all.map(({ organizationId }) => organizationId))];
    return this.database.transaction(organizations, async (em) => (await statesOf(em, all)).map(tagOf));
  }
}

function toFilter({ status, agentId, connector, since, until, limit, cursor }: ListApprovalsQuery): ApprovalFilter {
  return {
    status,
    agentId: agentId ?? null,
    connector: connector ?? null,
    since: since === undefined ? null : queryMoment('since', since).toISOString(),
    until: until === undefined ? null : queryMoment('until', until).toISOString(),
    limit,
    cursor: cursor ?? null,
  };
}
