import 'reflect-metadata';
import { migrate, revertLast } from './platform/database/migrations.js';

/** `npm run migrate`: brings a database of one's own up to date, as its owner. `-- --revert` undoes the newest migration. */
async function main(): Promise<void> {
  const { MIGRATE_DATABASE_URL: ownerUrl, DATABASE_URL: serviceUrl } = process.env;
  if (!ownerUrl || !serviceUrl) {
    throw new Error(
      'Set MIGRATE_DATABASE_URL (the owner of the schema) and DATABASE_URL (the role the service will use).',
    );
  }
  if (process.argv.includes('--revert')) {
    await revertLast(ownerUrl);
    console.log('The newest migration was undone. Run "npm run migrate" of the version to continue with.');
    return;
  }
  const ran = await migrate(ownerUrl, serviceUrl);
  console.log(
    ran.length > 0
      ? `Ran ${ran.length} files of migrations/:\n${ran.join('\n')}`
      : 'Nothing to do: the schema is up to date.',
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
