import type { Checkpoint } from '../../../../src/audit/verifier.js';
import { auditWords } from '../../words';
import { readAll } from './api';

export type { Checkpoint };

export interface Verified {
  readonly isIntact: boolean;
  /** The verdict in words. */
  readonly words: string;
  /** The checkpoint for the next verification; null if there is nothing to keep. */
  readonly checkpoint: Checkpoint | null;
}

/** The verifier that the command of the service runs; loaded when it is first used. */
const load = () => import('../../../../src/audit/verifier.js');

/** Reads the whole log and checks its chain in this browser. */
export async function verifyAll(
  organization: string,
  checkpoint: Checkpoint | undefined,
  signal: AbortSignal,
): Promise<Verified> {
  const { verifyExport, describeVerdict, checkpointOf } = await load();
  const pages: string[] = [];
  for await (const page of readAll(signal)) pages.push(page);
  const expected = { organization, checkpoint };
  const verdict = await verifyExport(pages.join('\n'), expected);
  return {
    isIntact: verdict.findings.length === 0,
    words: describeVerdict(verdict, checkpoint),
    checkpoint: checkpointOf(verdict, expected),
  };
}

/** Reads the checkpoint of an earlier verification. @throws Error when it is something else */
export async function readCheckpoint(file: File): Promise<Checkpoint> {
  const { parseCheckpoint } = await load();
  return parseCheckpoint(await file.text(), auditWords.verify.thisFile);
}
