import { parseStrictJson, StrictJsonError } from '../platform/http/input/strict-json.js';

/** The text is no export of the audit; the message says why. */
export class UnreadableExportError extends Error {}

/** The contents of an entry lie deeper in a page than they lay in their request. */
const LIMITS = { maxDepth: 64, maxKeys: Number.POSITIVE_INFINITY };

/**
 * The pages of an export: arrays as `GET /audit-logs` gives them, their envelopes, arrays of either, or entries line by
 * line, which make one page; one after the other, with or without space between. The parser is strict, so that every
 * reader sees the same entries in the same text.
 * @throws UnreadableExportError
 */
export function parseExport(text: string): unknown[][] {
  const parser = new ExportParser((value) => value);
  parser.push(text);
  return parser.end();
}

/** Parses a text that arrives in pieces; of each value it keeps only the result of `keep`. */
export class ExportParser<T> {
  private readonly pages: T[][] = [];
  private page: T[] | null = null;
  private readonly documents = new Documents();

  constructor(private readonly keep: (value: unknown) => T) {}

  /** @throws UnreadableExportError */
  push(text: string): void {
    for (const part of this.documents.in(text)) this.add(parse(part));
  }

  /** @throws UnreadableExportError */
  end(): T[][] {
    if (this.documents.isOpen) throw new UnreadableExportError('The export is truncated.');
    if (this.pages.length === 0) throw new UnreadableExportError('It is empty.');
    return this.pages;
  }

  private add(value: unknown): void {
    if (Array.isArray(value)) {
      this.page = null;
      if (value.length === 0) this.open();
      for (const item of value) this.add(item);
      this.page = null;
    } else if (isEnvelope(value)) {
      if (!Array.isArray(value.data)) throw new UnreadableExportError('It holds an answer that is not a list.');
      this.add(value.data);
    } else {
      this.page ??= this.open();
      this.page.push(this.keep(value));
    }
  }

  private open(): T[] {
    const opened: T[] = [];
    this.pages.push(opened);
    return opened;
  }
}

function isEnvelope(value: unknown): value is { data: unknown } {
  return typeof value === 'object' && value !== null && 'data' in value && 'error' in value && !('hash' in value);
}

function parse(text: string): unknown {
  try {
    return parseStrictJson(text, LIMITS);
  } catch (error) {
    throw error instanceof StrictJsonError ? new UnreadableExportError(error.message) : error;
  }
}

/** Objects and arrays, one after the other. */
class Documents {
  private rest = '';
  /** The rest was read up to this index. */
  private at = 0;
  private depth = 0;
  private inString = false;

  *in(text: string): Generator<string> {
    this.rest += text;
    let start = 0;
    for (; this.at < this.rest.length; this.at++) {
      const char = this.rest[this.at];
      if (this.inString) {
        if (char === '\\') this.at++;
        else if (char === '"') this.inString = false;
      } else if (char === '"') this.inString = true;
      else if (char === '{' || char === '[') this.depth++;
      else if ((char === '}' || char === ']') && --this.depth === 0) {
        yield this.rest.slice(start, this.at + 1);
        start = this.at + 1;
      }
    }
    this.rest = this.rest.slice(start);
    this.at -= start;
  }

  get isOpen(): boolean {
    return this.rest.trim() !== '';
  }
}
