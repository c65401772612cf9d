export interface Haproxy {
  readonly url: string;
  stop(): Promise<void>;
}

export function startHaproxy(lines: string, ports: readonly number[]): Promise<Haproxy>;
