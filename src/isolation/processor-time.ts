import { readFileSync } from 'node:fs';

/** Linux counts it in hundredths of a second, on every machine. */
const TICK_MS = 10;

/** The processor time that a process has used, in milliseconds; null when the system does not report it. */
export function processorTime(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    const used = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    return Number.isFinite(used) ? used : null;
  } catch {
    return null;
  }
}
