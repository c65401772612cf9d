import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseExport, UnreadableExportError } from './audit/parse-export.js';
import { type Checkpoint, type Verdict, verifyChain } from './audit/verify-chain.js';

const USAGE = `npm run audit:verify -- <export> [--checkpoint <file>] [--save <file>] [--organization <id>] [--part]

  <export>        what GET /audit-logs answered: pages, or one entry a line ("-": standard input)
  --checkpoint    what an earlier run saved; the export must contain it
  --save          where to keep the newest entry as the next checkpoint, when all is intact
  --organization  whose chain this must be
  --part          the export begins after the first entry on purpose

Ends with 0 when the chain is intact, 1 when it is not, 2 when that could not be found out.`;

const SHOWN = 20;

/** `npm run audit:verify`: needs an export and nothing else; no database, no service, no network (docs/contract.md, "Audit"). */
function main(): number {
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
  const checkpoint = values.checkpoint === undefined ? undefined : readCheckpoint(values.checkpoint);
  const { organization, part } = values;
  const verdict = verifyChain(parseExport(read(file)), { organization, checkpoint, part });
  console.log(describe(verdict, checkpoint));
  if (verdict.findings.length > 0) return 1;
  if (values.save !== undefined && verdict.newest) {
    const { sequence, hash } = verdict.newest;
    const kept: Checkpoint = { organization: organization ?? checkpoint?.organization ?? null, sequence, hash };
    writeFileSync(values.save, `${JSON.stringify(kept)}\n`);
    console.log(`Saved entry ${sequence} as the next checkpoint.`);
  }
  return 0;
}

function describe({ findings, oldest, newest }: Verdict, checkpoint: Checkpoint | undefined): string {
  if (findings.length > 0) {
    const [first] = findings;
    const where = first?.sequence === null ? '' : `, the first at entry ${first?.sequence}`;
    const lines = findings.slice(0, SHOWN).map(({ kind, message }) => `  ${kind}: ${message}`);
    if (findings.length > SHOWN) lines.push(`  and ${findings.length - SHOWN} more`);
    return [`NOT intact: ${findings.length} finding(s)${where}.`, ...lines].join('\n');
  }
  if (!oldest || !newest) return 'There is no entry in it, so nothing is wrong with any.';
  const whole = oldest.sequence === 1;
  return [
    `Intact: entries ${oldest.sequence} to ${newest.sequence}, ${whole ? 'from the very first on' : 'a part of the chain'}.`,
    ...(whole ? [] : [`Entries 1 to ${oldest.sequence - 1} are not in this export; of them it says nothing.`]),
    checkpoint
      ? `It contains the checkpoint, entry ${checkpoint.sequence}.`
      : 'Without a checkpoint it cannot be seen whether newer entries were cut off, or all were made anew.',
  ].join('\n');
}

function readCheckpoint(file: string): Checkpoint {
  const { organization = null, sequence, hash } = JSON.parse(read(file)) ?? {};
  if (!Number.isSafeInteger(sequence) || sequence < 1 || !/^[0-9a-f]{64}$/.test(hash)) {
    throw new UnreadableExportError(`${file} is not a checkpoint.`);
  }
  return { organization, sequence, hash };
}

function read(file: string): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file === '-' ? 0 : file));
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
