export interface PostgresServer {
  /** The address for the superuser, to the database `postgres`. */
  readonly adminUrl: string;
  /** `host:port`. */
  readonly host: string;
  /** The postmaster. */
  readonly pid: number;
  stop(): Promise<void>;
}
export interface PostgresWithCopies extends PostgresServer {
  /** Another server with a copy of the files; stop it before this one. A standby follows this one, and takes no writes. */
  copy(isStandby: boolean): Promise<PostgresServer>;
}
export function accountOfPostgres(): { readonly uid: number; readonly gid: number } | null;
/** The folder with the server and the client programs of one version. */
export function postgresPrograms(): string;
export function startPostgres(): Promise<PostgresWithCopies>;
