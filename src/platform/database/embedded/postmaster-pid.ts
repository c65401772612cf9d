/** The contents of `postmaster.pid`, in which PostgreSQL describes the server of a data directory. */
export interface PostmasterPid {
  readonly pid: number;
  /** `starting`, `ready`, `standby` or `stopping`; empty until the server has written it. */
  readonly status: string;
  /** The directory of the Unix socket; empty until the server has written it. */
  readonly socketDirectory: string;
  readonly port: number;
}

/** Returns null for a text that names no process, such as a file left empty by a power failure. */
export function parsePostmasterPid(text: string): PostmasterPid | null {
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return {
    pid,
    status: lines[7]?.trim() ?? '',
    socketDirectory: lines[4]?.trim() ?? '',
    port: Number(lines[3]),
  };
}
