import 'reflect-metadata';
import { createApp } from './app.setup.js';
import { type Config, readConfig } from './config/config.js';
import { localSecrets } from './config/local-secrets.js';
import { StartRefusedError } from './config/start-refused.error.js';
import { EmbeddedPostgresError } from './platform/database/embedded/embedded-postgres.error.js';
import { hasLocalDatabase, startLocalDatabase } from './platform/database/local-database.js';
import { MetricsListener } from './platform/telemetry/metrics-listener.js';

async function main(): Promise<void> {
  const embedded = !process.env.DATABASE_URL;
  const given = definedOnly(process.env);
  const dataDir = given.DATA_DIR ?? '.backstop';
  const settled = embedded ? { ...localSecrets(dataDir, given, hasLocalDatabase(dataDir)), ...given } : given;
  const asked = readConfig(settled);
  const database = embedded ? await startLocalDatabase(asked.dataDir) : null;
  const config: Config = database ? readConfig({ ...settled, DATABASE_URL: database.serviceUrl }) : asked;
  try {
    const app = await createApp(config);
    const stop = once(async () => {
      await app.close();
      await database?.stop();
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => void stop().then(() => process.exit(0), die));
    await app.listen(config.port, config.host);
    greet(await app.getUrl(), {
      storage: embedded ? `embedded PostgreSQL in ${config.dataDir}` : 'the database of DATABASE_URL',
      mail: config.smtpUrl
        ? 'sends mail through the server of SMTP_URL'
        : 'writes mails, with their links, to this log',
      metricsUrl: app.get(MetricsListener).url,
    });
  } catch (error) {
    await database?.stop();
    throw error;
  }
}

interface Facts {
  readonly storage: string;
  readonly mail: string;
  readonly metricsUrl: string | null;
}

function greet(url: string, { storage, mail, metricsUrl }: Facts): void {
  const register = `curl -s ${url}/auth/register -H 'content-type: application/json' -d '{"email":"you@example.com","password":"a long passphrase","name":"You"}'`;
  console.log(
    [
      '',
      `  Backstop is up at ${url}  (health: ${url}/health)`,
      `  It keeps its data in ${storage}, and ${mail}.`,
      ...(metricsUrl ? [`  Prometheus finds its metrics at ${metricsUrl}.`] : []),
      '',
      '  Next: make an account; the answer holds your operator token.',
      `    ${register}`,
      '  Or see a governed session from end to end, in another terminal:  npm run demo',
      '',
    ].join('\n'),
  );
}

function definedOnly(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value));
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= work();
    return running;
  };
}

function die(error: unknown): never {
  const readable = error instanceof StartRefusedError || error instanceof EmbeddedPostgresError;
  console.error(readable ? error.message : error);
  process.exit(1);
}

main().catch(die);
