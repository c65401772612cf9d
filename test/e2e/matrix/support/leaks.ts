import type { Pool } from 'pg';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Notes which ids each organization received. */
export class Mentions {
  private readonly told = new Map<string, { to: string; in: string }[]>();

  note(organizationId: string, where: string, text: string): void {
    for (const id of new Set(text.match(UUID))) {
      const before = this.told.get(id) ?? [];
      if (!before.some(({ to }) => to === organizationId)) {
        this.told.set(id, [...before, { to: organizationId, in: where }]);
      }
    }
  }

  /** Lists ids of one organization that another received. */
  async leaks(db: Pool): Promise<string[]> {
    const { rows: tables } = await db.query(
      `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND (SELECT count(*) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname IN ('id', 'organization_id')) = 2`,
    );
    const each = tables.map(
      ({ name }) => `SELECT '${name}' AS in, id, organization_id AS of FROM ${name} WHERE id = ANY ($1)`,
    );
    each.push(`SELECT 'organizations', id, id FROM organizations WHERE id = ANY ($1)`);
    const { rows } = await db.query(each.join(' UNION ALL '), [[...this.told.keys()]]);
    return rows.flatMap((row) =>
      (this.told.get(row.id) ?? [])
        .filter(({ to }) => to !== row.of)
        .map((teller) => `${teller.in} told of ${row.in} ${row.id} of another organization`),
    );
  }
}
