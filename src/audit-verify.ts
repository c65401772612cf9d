import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  checkpointOf,
  describeVerdict,
  parseCheckpoint,
  UnreadableExportError,
  verifyExport,
} from './audit/verifier.js';

const USAGE = `npm run audit -- verify <export> [--checkpoint <file>] [--save <file>] [--organization <id>] [--part]

  <export>        what GET /audit-logs answered: pages, or one entry a line ("-": standard input)
  --checkpoint    what an earlier run saved; the export must contain it
  --save          where to keep the newest entry as the next checkpoint, when all is intact
  --organization  whose chain this must be
  --part          the export begins after the first entry on purpose

Ends with 0 when the chain is intact, 1 when it is not, 2 when that could not be found out.`;

/** `npm run audit -- verify`: needs an export and nothing else; no database, no service, no network (docs/contract.md, "Audit"). */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      checkpoint: { type: 'string' },
      save: { type: 'string' },
      organization: { type: 'string' },
      part: { type: 'boolean' },
    },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UnreadableExportError(`Name one export.\n\n${USAGE}`);
  const checkpoint =
    values.checkpoint === undefined
      ? undefined
      : parseCheckpoint(readFileSync(values.checkpoint, 'utf8'), values.checkpoint);
  const { organization, part } = values;
  const expected = { organization, checkpoint, part };
  const verdict = await verifyExport(file === '-' ? process.stdin : createReadStream(file), expected);
  console.log(describeVerdict(verdict, checkpoint));
  if (verdict.findings.length > 0) return 1;
  const kept = checkpointOf(verdict, expected);
  if (values.save !== undefined && kept) {
    writeFileSync(values.save, `${JSON.stringify(kept)}\n`);
    console.log(`Saved entry ${kept.sequence} as the next checkpoint.`);
  }
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
