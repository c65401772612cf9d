import type { DataSource } from 'typeorm';
import { StartRefusedError } from '../../config/start-refused.error.js';
import { BOOKKEEPING } from './schema/schema-version.js';

/** The database would let this role see, or change, more than one organization at a time. */
class UnsafeServiceRoleError extends StartRefusedError {}

/**
 * Boot stops unless row-level security binds the role the service uses, and every table of ours forces it.
 * @throws UnsafeServiceRoleError naming each reason
 */
export async function refuseUnsafeRole(dataSource: DataSource): Promise<void> {
  const reasons: { reason: string }[] = await dataSource.query(
    `SELECT 'the role ' || rolname || ' is a superuser' AS reason FROM pg_roles WHERE rolname = current_user AND rolsuper
    UNION ALL SELECT 'the role ' || rolname || ' has BYPASSRLS' FROM pg_roles WHERE rolname = current_user AND rolbypassrls
    UNION ALL SELECT 'the role ' || current_user || ' owns, or may become the owner of, table ' || c.relname
      FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND pg_has_role(c.relowner, 'MEMBER')
    UNION ALL SELECT 'the role ' || current_user || ' may become ' || rolname || ', who bypasses row-level security'
      FROM pg_roles WHERE (rolsuper OR rolbypassrls) AND rolname <> current_user AND pg_has_role(oid, 'MEMBER')
    UNION ALL SELECT 'row-level security is not forced on table ' || c.relname
      FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> ALL ($1)
      AND NOT (c.relrowsecurity AND c.relforcerowsecurity)`,
    [BOOKKEEPING],
  );
  if (reasons.length > 0) {
    throw new UnsafeServiceRoleError(
      `DATABASE_URL must name a role that row-level security binds:\n${reasons.map(({ reason }) => `  - ${reason}`).join('\n')}`,
    );
  }
}
