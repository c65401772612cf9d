import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { type Asking, type HeldList, HeldLists, type TaggedPage } from '../../auth/waiting/held-lists.js';
import { Database } from '../../platform/database/database.js';
import { validationFailed } from '../../platform/errors.js';
import { canonicalHash } from '../../platform/hash.js';
import { Page } from '../../platform/http/answers/answer.js';
import { tagOf } from '../../platform/http/answers/list-tag.js';
import { queryMoment } from '../../platform/http/input/query-moment.js';
import { toSearchName } from '../../platform/search-name.js';
import { fromLabel } from '../labels.js';
import { SessionEntity } from '../session.entity.js';
import { toListedView } from '../session.view.js';
import type { ListSessionsQuery } from '../sessions.dto.js';
import { fromCursor, type SessionFilter } from './session-filter.js';
import { findSessionIds, statesOf, traitsOf, type Wanted } from './session-search.js';

type SessionView = ReturnType<typeof toListedView>;
type PlainQuery = Omit<ListSessionsQuery, 'wait'>;

/** Pages of an organization's sessions, at once or when they change (docs/contract.md, "Sessions"). */
@Injectable()
export class SessionLists {
  private readonly held: HeldList<PlainQuery, SessionView>;

  constructor(
    private readonly database: Database,
    lists: HeldLists,
  ) {
    this.held = lists.of<PlainQuery, SessionView>({
      read: ({ organizationId, query }) => this.read(toWanted(organizationId, query)),
      tagsOf: (listed) => this.tagsOf(listed.map(({ organizationId, query }) => toWanted(organizationId, query))),
    });
  }

  /** @throws 400 for a `since` or `until` that is no moment, and to wait for a `text` */
  answer(asking: Asking, { wait, ...query }: ListSessionsQuery) {
    if (wait > 0 && query.text !== undefined) throw validationFailed('wait', 'must not be together with text');
    return this.held.answer(asking, query, wait);
  }

  /** A page of an organization's sessions, newest first. */
  async find(em: EntityManager, wanted: Wanted): Promise<Page<SessionEntity>> {
    const { organizationId } = wanted;
    const { ids, nextCursor, searchedTo } = await findSessionIds(em, wanted);
    const found = await em.find(SessionEntity, { where: { organizationId, id: In([...ids]) } });
    const byId = new Map(found.map((session) => [session.id, session]));
    const items = ids.flatMap((id) => byId.get(id) ?? []);
    return new Page(items, nextCursor, null, searchedTo);
  }

  /** The page and its state come from one snapshot of the database. */
  private read(wanted: Wanted): Promise<TaggedPage<SessionView>> {
    return this.database.snapshot(wanted.organizationId, async (em) => {
      const { items, nextCursor, searchedTo } = await this.find(em, wanted);
      const traits = await traitsOf(
        em,
        wanted.organizationId,
        items.map(({ id }) => id),
      );
      const views = items.map((session) => toListedView(session, traits.get(session.id)));
      const [state] = wanted.filter.text === undefined ? await statesOf(em, [wanted]) : [];
      const tag = tagOf(state ?? canonicalHash({ views, nextCursor }));
      return new Page(views, nextCursor, tag, searchedTo) as TaggedPage<SessionView>;
    });
  }

  private tagsOf(pages: readonly Wanted[]): Promise<readonly string[]> {
    const organizations = [...new Set(pages.map(({ organizationId }) => organizationId))];
    return this.database.transaction(organizations, async (em) => (await statesOf(em, pages)).map(tagOf));
  }
}

function toWanted(
  organizationId: string,
  { limit, cursor, since, until, target, label, ...plain }: PlainQuery,
): Wanted {
  const filter: SessionFilter = {
    ...plain,
    ...(since !== undefined && { since: queryMoment('since', since) }),
    ...(until !== undefined && { until: queryMoment('until', until) }),
    ...(target !== undefined && { target: toSearchName(target) }),
    ...(label !== undefined && { label: fromLabel(label) }),
    ...(cursor !== undefined && { after: fromCursor(cursor) }),
  };
  return { organizationId, filter, limit };
}
