import { download } from '../../ui/download';
import { readAll } from './api';

/** The whole log as a file, one entry a line, newest first: what `npm run audit -- verify` takes. */
export async function exportAll(organization: string, signal: AbortSignal): Promise<number> {
  const lines: string[] = [];
  for await (const page of readAll(signal))
    for (const entry of (JSON.parse(page) as { data: unknown[] }).data) lines.push(`${JSON.stringify(entry)}\n`);
  download(`audit-${organization}.jsonl`, 'application/x-ndjson', lines);
  return lines.length;
}
