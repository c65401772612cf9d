const CURSOR = /^(\d{20})\.(\d{10})\.(\d{20})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The place of an action in the order of exports. */
export interface ExportPlace {
  /** The transaction that recorded it. */
  readonly transaction: bigint;
  readonly id: string;
}

/** The server whose transactions are counted. Another server, and a server after a failover, counts on its own. */
export interface CountingServer {
  readonly system: bigint;
  readonly timeline: bigint;
}

export interface ExportCursor extends ExportPlace, CountingServer {}

export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export const BEFORE_ALL: ExportPlace = { transaction: -1n, id: '00000000-0000-0000-0000-000000000000' };

const digits = (number: bigint, count: number) => String(number).padStart(count, '0');

/** All cursors have the same length, because how many transactions a server has made is not for its tenants. */
export const cursorText = ({ system, timeline }: CountingServer, { transaction, id }: ExportPlace): string =>
  `${digits(system, 20)}.${digits(timeline, 10)}.${digits(transaction, 20)}.${id}`;

/** Null for a text that `cursorText` did not make. */
export function parseCursor(text: string): ExportCursor | null {
  const [, system, timeline, transaction, id] = CURSOR.exec(text) ?? [];
  if (!system || !timeline || !transaction || !id) return null;
  return { system: BigInt(system), timeline: BigInt(timeline), transaction: BigInt(transaction), id };
}

/** True when the cursor's transactions are those of the server. */
export const isOf = (cursor: CountingServer, server: CountingServer): boolean =>
  cursor.system === server.system && cursor.timeline === server.timeline;
