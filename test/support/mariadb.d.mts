export interface MariaDB {
  /** `mysql://root:…@127.0.0.1:port`, without a database. */
  readonly url: string;
  readonly port: number;
  /** Stops it, copies its files, starts it again, and the copy beside it; answers the URL of the copy. */
  copy(): Promise<string>;
  stop(): Promise<void>;
}
export function startMariaDB(): Promise<MariaDB>;
