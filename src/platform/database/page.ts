import { type EntityManager, type EntityTarget, type FindOptionsOrder, type FindOptionsWhere, LessThan } from 'typeorm';
import { Page } from '../http/answers/answer.js';
import type { PageQuery } from '../http/input/page.dto.js';

/** A page of one organization's rows, newest first: ids sort by the time they were made. */
export async function findPage<Row extends { id: string; organizationId: string }, View>(
  em: EntityManager,
  entity: EntityTarget<Row>,
  organizationId: string,
  { limit, cursor }: PageQuery,
  view: (row: Row) => View,
): Promise<Page<View>> {
  const where = { organizationId, ...(cursor && { id: LessThan(cursor) }) } as FindOptionsWhere<Row>;
  const order = { id: 'DESC' } as FindOptionsOrder<Row>;
  return Page.of(await em.find(entity, { where, order, take: limit + 1 }), limit, view);
}
