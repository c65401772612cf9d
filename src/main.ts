import 'reflect-metadata';
import { createApp, logOutput } from './app.setup.js';
import { type Config, readConfig } from './config/config.js';
import { localSecrets } from './config/local-secrets.js';
import { privateDirectory } from './config/private-directory.js';
import { StartRefusedError } from './config/start-refused.error.js';
import { greeting } from './greeting.js';
import { Database } from './platform/database/database.js';
import { packagedBinaries } from './platform/database/embedded/binaries.js';
import { EmbeddedPostgresError } from './platform/database/embedded/embedded-postgres.error.js';
import { hasLocalDatabase, startLocalDatabase } from './platform/database/local-database.js';
import { Draining } from './platform/draining.js';
import { installation } from './platform/installation.js';
import { PinoLogger } from './platform/logging/pino-logger.js';
import { MetricsListener } from './platform/telemetry/metrics-listener.js';
import { backdating } from './sample/backdate.js';
import { fillSample, sampleGreeting } from './sample/fill-sample.js';

/**
 * The bound on a stop, after the drain. The limit is longer than a request waits for performed calls and its rollback
 * together, and the stop ends that wait. A cause that delays the stop beyond it, such as a dead network, could delay it
 * for ever.
 */
const STOPS_WITHIN_MS = 35_000;
const LOG_WITHIN_MS = 2_000;

async function main(): Promise<void> {
  const embedded = !process.env.DATABASE_URL;
  // The check comes before secrets are written: an installation without the binaries, such as the image, needs
  // DATABASE_URL.
  if (embedded) packagedBinaries();
  const given = definedOnly(process.env);
  const dataDir = given.DATA_DIR ?? '.backstop';
  if (embedded) privateDirectory(dataDir);
  const complete = embedded ? { ...localSecrets(dataDir, given, hasLocalDatabase(dataDir)), ...given } : given;
  const asked = readConfig(complete);
  const database = embedded ? await startLocalDatabase(asked.dataDir) : null;
  const config: Config = database ? readConfig({ ...complete, DATABASE_URL: database.serviceUrl }) : asked;
  let isStopping = false;
  try {
    const app = await createApp(config);
    const stop = once(async () => {
      await app.close();
      await database?.stop();
      await logOutput.written(LOG_WITHIN_MS);
    });
    const draining = app.get(Draining);
    const end = () => {
      isStopping = true;
      draining.begin();
      setTimeout(() => process.exit(1), STOPS_WITHIN_MS).unref();
      void stop().then(() => process.exit(0), die);
    };
    process.on('SIGINT', end);
    process.on('SIGTERM', () => {
      // A second SIGTERM ends the drain.
      if (draining.isDraining) return end();
      draining.begin();
      app.get(PinoLogger).info({ seconds: config.drainSeconds }, 'draining before the stop');
      setTimeout(end, config.drainSeconds * 1_000);
    });
    await app.listen(config.port, config.host);
    // The next start of this process starts PostgreSQL again.
    void database?.gone.then(() => isStopping || die(lostDatabase(config.dataDir)));
    const facts = {
      version: installation.version,
      url: await app.getUrl(),
      storage: embedded ? `embedded PostgreSQL in ${config.dataDir}` : 'the database of DATABASE_URL',
      mail: config.smtpUrl
        ? 'sends mail through the server of SMTP_URL'
        : 'writes mails, with their links, to this log',
      metricsUrl: app.get(MetricsListener).url,
    };
    console.log(greeting(facts));
    if (process.argv.includes('--sample'))
      console.log(sampleGreeting(await fillSample(facts.url, backdating(app.get(Database)))));
  } catch (error) {
    isStopping = true;
    await database?.stop();
    throw error;
  }
}

const lostDatabase = (dataDir: string) =>
  new EmbeddedPostgresError(`The embedded PostgreSQL in ${dataDir} has ended; postgres/postgres.log in it says why.`);

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
