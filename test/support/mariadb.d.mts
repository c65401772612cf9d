export interface MariaDB {
  /** `mysql://root:…@127.0.0.1:port`, without a database. */
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}
export function startMariaDB(): Promise<MariaDB>;
