import 'reflect-metadata';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { AdminUsageError, parseAdminCommand } from './admin/admin-command.js';
import { bySystem } from './audit/audit-entry.js';
import { AuditTrail } from './audit/audit-trail.js';
import type { Plan } from './auth/access/principal.js';
import { OrganizationEpochs } from './auth/organizations/organization-epochs.js';
import { OrganizationPlans } from './auth/organizations/organization-plans.js';
import { Shares } from './platform/concurrency/shares.js';
import { connectionSettings, entitySettings } from './platform/database/connection.js';
import { Database } from './platform/database/database.js';
import { localDatabaseUrl, SERVICE_ROLE } from './platform/database/local-database.js';
import { refuseOtherSchema } from './platform/database/schema/schema-check.js';

/** `npm run admin`: with the service's DATABASE_URL or DATA_DIR, while it runs. */
async function main(): Promise<number> {
  const { email, plan } = parseAdminCommand(process.argv.slice(2));
  const database = await open();
  try {
    await refuseOtherSchema(database.dataSource);
    const before = await changePlan(database, email, plan);
    if (before === null) throw new Error(`No user has the address ${email}.`);
    const organization = `The organization of ${email}`;
    console.log(
      before === plan ? `${organization} has the plan ${plan} already.` : `${organization}: ${before} → ${plan}.`,
    );
    return 0;
  } finally {
    await database.onApplicationShutdown();
  }
}

async function open(): Promise<Database> {
  const { DATABASE_URL: given, DATA_DIR } = process.env;
  const url = given || (await localDatabaseUrl(DATA_DIR || '.backstop'));
  // The superuser of the embedded server acts as the service does, so that row-level security binds it.
  const options = given ? undefined : `-c role=${SERVICE_ROLE}`;
  const settings = { ...entitySettings(url), applicationName: 'backstop admin', extra: { options } };
  const dataSource = await new DataSource(settings).initialize();
  return new Database(dataSource, new pg.Pool({ ...connectionSettings(url), options, max: 1 }), new Shares(1));
}

main()
  .then((code) => {
    process.exitCode = code;
  })
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = error instanceof AdminUsageError ? 2 : 1;
  });

/**
 * Sets the plan of the organization of the user with this address, and returns the plan it had; null when there is no
 * such user.
 */
async function changePlan(database: Database, email: string, plan: Plan): Promise<Plan | null> {
  const [user] = await database.lookup<{ organization_id: string }>('SELECT * FROM user_of_email($1)', [email]);
  if (!user) return null;
  const organizationId = user.organization_id;
  const plans = new OrganizationPlans(new OrganizationEpochs(database), new AuditTrail());
  return database.transaction(organizationId, async (em) => {
    const before = await plans.lock(em, organizationId);
    if (before !== null && before !== plan)
      await plans.change(em, bySystem(organizationId, 'admin command'), before, plan);
    return before;
  });
}
