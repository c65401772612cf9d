const CURSOR = /^(\d{1,20})\.(\d{1,10})\.(\d{1,18})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The place of an action in the order of exports. */
export interface ExportPlace {
  /** The transaction that recorded it. */
  readonly transaction: string;
  readonly id: string;
}

/** The server whose transactions are counted. Another server, and a server after a failover, counts on its own. */
export interface CountingServer {
  readonly system: string;
  readonly timeline: string;
}

export interface ExportCursor extends ExportPlace, CountingServer {}

export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export const BEFORE_ALL: ExportPlace = { transaction: '-1', id: '00000000-0000-0000-0000-000000000000' };

export const cursorText = ({ system, timeline }: CountingServer, { transaction, id }: ExportPlace): string =>
  `${system}.${timeline}.${transaction}.${id}`;

/** Null for a text that `cursorText` did not make. */
export function parseCursor(text: string): ExportCursor | null {
  const [, system, timeline, transaction, id] = CURSOR.exec(text) ?? [];
  return system && timeline && transaction && id ? { system, timeline, transaction, id } : null;
}

/** True when the cursor's transactions are those of the server. */
export const isOf = (cursor: CountingServer, server: CountingServer): boolean =>
  cursor.system === server.system && cursor.timeline === server.timeline;
