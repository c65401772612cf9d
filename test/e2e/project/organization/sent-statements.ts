import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalDatabase } from '../../../../src/platform/database/local-database.js';

/** Marks the start of each entry of the server's log, around the name of its role. */
const ENTRY = '@@';
const SETTINGS = { log_statement: 'all', log_line_prefix: `${ENTRY}%u${ENTRY} ` };

export type LoggedDatabase = Awaited<ReturnType<typeof newLoggedDatabase>>;

/** A PostgreSQL that writes down each statement it is sent. */
export async function newLoggedDatabase() {
  const directory = mkdtempSync(join(tmpdir(), 'backstop-logged-'));
  const database = await startLocalDatabase(directory, { durable: false, settings: SETTINGS });
  const log = () => readFileSync(join(directory, 'postgres', 'postgres.log'), 'utf8');
  return {
    ...database,
    /** Returns the present length of the log, from which to read on. */
    mark: () => log().length,
    /** The texts that the service's role has sent since then, each once. */
    sentSince: (mark: number) => textsIn(log().slice(mark)),
    drop: async () => {
      await database.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function textsIn(log: string): string[] {
  const ofService = log.split(`\n${ENTRY}`).filter((entry) => entry.startsWith(`backstop_service${ENTRY}`));
  const texts = ofService.flatMap((entry) => {
    const [, text] = /LOG: {2}(?:statement|execute [^:]+): ([\s\S]*)/.exec(entry) ?? [];
    return text ? [text.replaceAll('\n\t', '\n').trim()] : [];
  });
  return [...new Set(texts)];
}
