export interface PostgresServer {
  /** Of the superuser, to the database `postgres`. */
  readonly adminUrl: string;
  /** `host:port`. */
  readonly host: string;
  stop(): Promise<void>;
}
export function accountOfPostgres(): { readonly uid: number; readonly gid: number } | null;
/** The folder with the server and the client programs of one version. */
export function postgresPrograms(): string;
export function startPostgres(): Promise<PostgresServer>;
