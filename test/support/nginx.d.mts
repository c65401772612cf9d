export interface Nginx {
  readonly url: string;
  /** Its port without TLS. */
  readonly plainUrl: string;
  /** Of the server, which signed it itself. */
  readonly certificate: string;
  reload(lines: string): void;
  readonly output: readonly string[];
  stop(): Promise<void>;
}

export function startNginx(lines: string, ports: readonly number[]): Promise<Nginx>;
