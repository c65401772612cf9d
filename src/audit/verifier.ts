import { ExportParser, UnreadableExportError } from './parse-export.js';
import { type Checkpoint, type Expected, seenOf, type Verdict, verifySeen } from './verify-chain.js';

export type { Checkpoint, Expected, Verdict } from './verify-chain.js';
export { UnreadableExportError };

/** A text, or its bytes in UTF-8 as they come: a file of the command, the body of an answer or a file in a page. */
export type Export = string | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

const SHOWN = 20;

/**
 * Verifies that an export of the audit is an unchanged chain (docs/contract.md, "Audit"). It needs nothing but the
 * export, and keeps only the place and the hashes of each entry. The command and a page run the same function.
 * @throws UnreadableExportError when it is no export, or no UTF-8
 */
export async function verifyExport(from: Export, expected: Expected = {}): Promise<Verdict> {
  const parser = new ExportParser(seenOf);
  for await (const text of textsOf(from)) parser.push(text);
  return verifySeen(parser.end(), expected);
}

async function* textsOf(from: Export): AsyncGenerator<string> {
  if (typeof from === 'string') {
    yield from;
    return;
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (bytes?: Uint8Array) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new UnreadableExportError('It is no text in UTF-8.');
    }
  };
  for await (const bytes of piecesOf(from)) yield decoded(bytes);
  yield decoded();
}

/** Some browsers cannot iterate over a stream. */
async function* piecesOf(from: Exclude<Export, string>): AsyncGenerator<Uint8Array> {
  if (!('getReader' in from)) {
    yield* from;
    return;
  }
  const reader = from.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
}

/**
 * Reads the checkpoint that an earlier run saved.
 * @throws UnreadableExportError
 */
export function parseCheckpoint(text: string, name = 'This'): Checkpoint {
  const { organization = null, sequence, hash } = Object(parsed(text));
  if (!Number.isSafeInteger(sequence) || sequence < 1 || !/^[0-9a-f]{64}$/.test(hash)) {
    throw new UnreadableExportError(`${name} is not a checkpoint.`);
  }
  return { organization, sequence, hash };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The checkpoint that the next export must contain; null when there is no entry, or a fault was found. */
export function checkpointOf({ findings, newest }: Verdict, { organization, checkpoint }: Expected): Checkpoint | null {
  if (findings.length > 0 || !newest) return null;
  const { sequence, hash } = newest;
  return { organization: organization ?? checkpoint?.organization ?? null, sequence, hash };
}

/** The verdict in words. */
export function describeVerdict({ findings, oldest, newest }: Verdict, checkpoint?: Checkpoint): string {
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
      : 'Without a checkpoint it is unknown whether newer entries were cut off, or all entries were rewritten.',
  ].join('\n');
}
