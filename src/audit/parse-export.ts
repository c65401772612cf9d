import { parseStrictJson, StrictJsonError } from '../platform/http/input/strict-json.js';

/** Not an export of the audit at all; the message says why. */
export class UnreadableExportError extends Error {}

/** An entry lies deeper in a page than what it tells of lay in its request. */
const LIMITS = { maxDepth: 64, maxKeys: Number.POSITIVE_INFINITY };

/**
 * The pages of an export: arrays as `GET /audit-logs` gives them, their envelopes, arrays of either, or entries line by
 * line, which make one page; one after the other, with or without space between. Read strictly, so that no reader sees
 * something else in the same text.
 * @throws UnreadableExportError
 */
export function parseExport(text: string): unknown[][] {
  const pages: unknown[][] = [];
  let page: unknown[] | null = null;
  const open = () => {
    const opened: unknown[] = [];
    pages.push(opened);
    return opened;
  };
  const add = (value: unknown): void => {
    if (Array.isArray(value)) {
      page = null;
      if (value.length === 0) open();
      for (const item of value) add(item);
      page = null;
    } else if (isEnvelope(value)) {
      if (!Array.isArray(value.data)) throw new UnreadableExportError('It holds an answer that is not a list.');
      add(value.data);
    } else {
      page ??= open();
      page.push(value);
    }
  };
  for (const part of documentsIn(text)) add(parse(part));
  if (pages.length === 0) throw new UnreadableExportError('It is empty.');
  return pages;
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
function* documentsIn(text: string): Generator<string> {
  let [depth, start, inString] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth === 0) {
      yield text.slice(start, at + 1);
      start = at + 1;
    }
  }
  if (text.slice(start).trim() !== '') throw new UnreadableExportError('The export is truncated.');
}
