export interface Service {
  readonly url: string;
}

export interface ServiceProcess extends Service {
  readonly pid: number;
  /** Lines it wrote so far. */
  readonly output: readonly string[];
  kill(signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
  /** Resolves with the exit code and the signal when it has ended, whatever ended it. */
  readonly ended: Promise<unknown>;
  /** Stops reading its stdout for the rest of the test. */
  stopReading(): void;
}

export function judged(): readonly string[];
export function testEnvironment(overrides?: Record<string, string>): Record<string, string>;
export function startService(
  overrides?: Record<string, string>,
  options?: { readonly cwd?: string; readonly entry?: string; readonly node?: string },
): Promise<ServiceProcess>;
