import 'reflect-metadata';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { UsageError } from './admin/archive/arguments.js';
import { type OrganizationCommand, parseOrganizationCommand } from './admin/organization/arguments.js';
import { type Moving, OrganizationExport } from './admin/organization/organization-export.js';
import { FILE } from './admin/organization/organization-file.js';
import { OrganizationImport } from './admin/organization/organization-import.js';
import { TransferKey } from './admin/organization/transfer-key.js';
import { bySystem } from './audit/audit-entry.js';
import { AuditLogService } from './audit/audit-log.service.js';
import { AuditTrail } from './audit/audit-trail.js';
import { Accounts } from './auth/organizations/accounts.js';
import { readConfig } from './config/config.js';
import { KeyRing } from './credentials/key-ring.js';
import { Shares } from './platform/concurrency/shares.js';
import { connectionSettings, entitySettings } from './platform/database/connection.js';
import { Database } from './platform/database/database.js';
import { refuseOtherSchema } from './platform/database/schema/schema-check.js';
import { refuseUnsafeRole } from './platform/database/service-role.js';

/** `npm run organization`: with the service's own environment and TRANSFER_KEY, while it runs. Safe to stop and to repeat. */
async function main(): Promise<void> {
  const command = parseOrganizationCommand(process.argv.slice(2));
  const config = readConfig(process.env);
  const { databaseUrl } = config;
  if (!databaseUrl) throw new UsageError('Set DATABASE_URL and ENCRYPTION_KEYS as the service has them.');
  const settings = { ...entitySettings(databaseUrl), applicationName: 'backstop organization' };
  const dataSource = await new DataSource(settings).initialize();
  const database = new Database(dataSource, new pg.Pool({ ...connectionSettings(databaseUrl), max: 1 }), new Shares(1));
  try {
    await refuseUnsafeRole(dataSource);
    await refuseOtherSchema(dataSource);
    const [accounts, audit, auditLog, keys] = [
      new Accounts(),
      new AuditTrail(),
      new AuditLogService(database),
      new KeyRing(config),
    ];
    await run(command, { database, accounts, audit, auditLog, keys, config });
  } finally {
    await database.onApplicationShutdown();
  }
}

async function run(command: OrganizationCommand, moving: Moving): Promise<void> {
  const tell = (line: string) => console.log(line);
  if (command.name === 'export') {
    const key = new TransferKey(process.env.TRANSFER_KEY);
    const { rows } = await new OrganizationExport(moving, key, tell).run(command.organization, command.to);
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    tell(`Wrote ${total} rows of ${Object.keys(rows).length} tables to ${command.to}/${command.organization}/${FILE}.`);
  } else if (command.name === 'import') {
    const key = new TransferKey(process.env.TRANSFER_KEY);
    const { organization, rows, isRepeated } = await new OrganizationImport(moving, key).run(command.from);
    tell(
      isRepeated ? `Organization ${organization} was imported before.` : `Imported ${rows} rows of ${organization}.`,
    );
  } else {
    await endHolding(moving, command.name, command.organization);
    tell(command.name === 'release' ? 'The organization is open again.' : 'The organization is being erased.');
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});

/**
 * Opens a held organization again, or deletes it with all that is here of it.
 * @throws UsageError when the organization is not held
 */
async function endHolding(
  { database, accounts, audit, keys }: Moving,
  how: 'release' | 'remove',
  organizationId: string,
): Promise<void> {
  await database.transaction(organizationId, async (em) => {
    if ((await accounts.stateOf(em, organizationId)) !== 'held') {
      throw new UsageError(`Organization ${organizationId} is not held. Nothing was changed.`);
    }
    if (how === 'remove') {
      await em.query('SELECT forget_customers($1)', [organizationId]);
      await keys.destroy(em, organizationId);
      await accounts.close(em, organizationId);
      return;
    }
    await accounts.release(em, organizationId);
    const target = { type: 'organization', id: organizationId };
    const released = { action: 'organization.released', target, before: null, after: null };
    await audit.record(em, bySystem(organizationId, 'organization'), released);
  });
}
