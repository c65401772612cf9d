import { cutText } from '../../platform/cut-text.js';
import type { Json, JsonObject, Reachable } from '../connector.js';
import { baseUrlOf } from '../resource/requests/base-url.js';
import { objectOf } from '../resource/response.js';
import { fetchWithin } from '../transport/fetch.js';

export const AIRTABLE = 'https://api.airtable.com';

const MOST_OF_A_REFUSAL = 500;

/** Airtable computes these fields, or changes their values at each read; a call cannot set them. */
const UNSETTABLE = [
  ...['aiText', 'autoNumber', 'button', 'count', 'createdBy', 'createdTime', 'externalSyncSource', 'formula'],
  ...['lastModifiedBy', 'lastModifiedTime', 'lookup', 'multipleLookupValues', 'rollup'],
];

/** Airtable answered with a status that is no success. */
class StatusError extends Error {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    said: string,
  ) {
    super(said);
  }
}

/** The fields of a table by their names, as far as an undo needs to know their types. */
export interface TableFields {
  readonly computed: ReadonlySet<string>;
  readonly attachments: ReadonlySet<string>;
}

/** Sends requests to the Web API of Airtable. */
export class Airtable {
  private readonly tables = new Map<string, Promise<readonly JsonObject[]>>();

  constructor(
    private readonly fetch: typeof globalThis.fetch,
    private readonly baseUrl: string,
  ) {}

  /** @throws StatusError; Error when the answer is not a JSON object; the errors of fetch */
  async ask(method: string, segments: readonly string[], more: { query?: JsonObject; body?: Json } = {}) {
    const url = new URL(`${this.baseUrl}/v0/${segments.map(encodeURIComponent).join('/')}`);
    for (const [name, value] of Object.entries(more.query ?? {}))
      for (const one of [value].flat()) url.searchParams.append(Array.isArray(value) ? `${name}[]` : name, String(one));
    const answer = await this.fetch(url.href, {
      method,
      headers: { accept: 'application/json', ...(more.body !== undefined && { 'content-type': 'application/json' }) },
      ...(more.body !== undefined && { body: JSON.stringify(more.body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new StatusError(answer.status, answer.headers, cutText(text, MOST_OF_A_REFUSAL));
    const found = JSON.parse(text) as Json;
    if (typeof found !== 'object' || found === null || Array.isArray(found) || 'error' in found)
      throw new Error('the answer is not one of Airtable');
    return found;
  }

  /** All pages of a list. @param member the name of the list in the answer */
  async list(segments: readonly string[], member: string, query: JsonObject = {}): Promise<readonly JsonObject[]> {
    const all: JsonObject[] = [];
    for (let offset: Json | undefined; ; ) {
      const page = await this.ask('GET', segments, { query: { ...query, ...(offset !== undefined && { offset }) } });
      const found = page[member];
      if (!Array.isArray(found)) throw new Error(`the answer of Airtable has no ${member}`);
      all.push(...found.map(objectOf));
      offset = page.offset;
      if (offset === undefined || offset === null) return all;
    }
  }

  /**
   * The schema of a table; it is read once for each piece of work. It also tells a missing table from a missing record.
   * @throws Error when the base has no such table
   */
  async fieldsOf(baseId: string, tableId: string): Promise<TableFields> {
    const known = this.tables.get(baseId) ?? this.list(['meta', 'bases', baseId, 'tables'], 'tables');
    this.tables.set(baseId, known);
    const table = (await known).find(({ id }) => id === tableId);
    if (!table || !Array.isArray(table.fields)) throw new MissingTableError(`the base ${baseId} has no ${tableId}`);
    const fields = table.fields.map(objectOf);
    const named = (isWanted: (type: string) => boolean) =>
      new Set(fields.filter(({ type }) => isWanted(String(type))).map(({ name }) => String(name)));
    return {
      computed: named((type) => UNSETTABLE.includes(type)),
      attachments: named((type) => type === 'multipleAttachments'),
    };
  }
}

/** A missing table is not a missing record: nothing could be restored there. */
export class MissingTableError extends Error {
  override readonly name = 'MissingTableError';
}

export async function connect(context: Reachable) {
  const { fetch, close } = await fetchWithin(context);
  return { client: new Airtable(fetch, baseUrlOf(context, AIRTABLE)), close };
}
