import { readdirSync, readFileSync } from 'node:fs';

const PAGE_MB = 4_096 / 1_000_000;

/** Lists the running processes with their parents and their memory. It works on Linux alone. */
function processes(): { id: number; parent: number; megabytes: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
        return [{ id: Number(id), parent: Number(fields[1]), megabytes: Number(fields[21]) * PAGE_MB }];
      } catch {
        return [];
      }
    });
}

/** The processes that this one started, and that run. */
export const childrenOf = (pid: number): number[] =>
  processes()
    .filter(({ parent }) => parent === pid)
    .map(({ id }) => id);

/** Returns the memory in MB that this process alone holds. */
export const memoryOfProcess = (pid: number): number => processes().find(({ id }) => id === pid)?.megabytes ?? 0;

/** Returns the memory in MB that this process and all its descendants hold. */
export function memoryOfTree(root: number): number {
  const all = processes();
  const of = (id: number): number => {
    const own = all.find((one) => one.id === id)?.megabytes ?? 0;
    return all.filter(({ parent }) => parent === id).reduce((sum, child) => sum + of(child.id), own);
  };
  return of(root);
}

/** The most that this process alone has held in its life so far; MB. */
export function peakMemoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1_000;
}
