export interface PgBouncer {
  /** The same URL, but through the pooler. */
  through(url: string): string;
  readonly pid: number;
  /** The lines that it wrote so far. */
  readonly output: readonly string[];
  stop(): Promise<void>;
}
export function startPgBouncer(
  urls: readonly string[],
  settings?: Readonly<Record<string, string>>,
): Promise<PgBouncer>;
