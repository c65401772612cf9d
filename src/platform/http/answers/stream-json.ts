import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { Envelope } from './answer.js';

/** A list that is read page by page. */
export interface Pages {
  /** The items as JSON. */
  readonly texts: AsyncIterable<readonly string[]>;
  /** The most characters of the list that are in memory at any time. */
  readonly charactersAtOnce: number;
}

/**
 * An answer in the envelope whose last member is a list that is read while it is sent, because it may be longer than a
 * process can hold. An error after the first page ends the connection.
 */
export const streamJson = (fields: object, list: string, pages: Pages): StreamableFile =>
  streamed({ ...fields, [list]: PLACE }, pages);

/** Streams an answer that consists of the list alone. */
export const streamJsonList = (pages: Pages): StreamableFile => streamed(PLACE, pages);

export const NDJSON = 'application/x-ndjson';

/** An answer without the envelope: each text is a line of its own. */
export const streamLines = (pages: Pages): StreamableFile => streamedAs(NDJSON, lineOf(pages.texts), pages);

async function* lineOf(pages: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  for await (const page of pages) yield* page;
}

/** The characters in memory of each streamed answer. */
const atOnce = new WeakMap<object, number>();

/**
 * The characters that an answer, rendered or streamed, keeps in memory until it is sent; 0 for memory that is not its
 * own.
 */
export const charactersOf = (payload: unknown): number =>
  typeof payload === 'string' ? payload.length : (atOnce.get(Object(payload)) ?? 0);

/** A stored text never holds a NUL, so none of the fields does. */
const PLACE = '\0list';

const streamed = (data: unknown, pages: Pages): StreamableFile =>
  streamedAs('application/json; charset=utf-8', textOf(data, pages.texts), pages);

function streamedAs(type: string, texts: AsyncIterable<string>, { charactersAtOnce }: Pages): StreamableFile {
  const stream = Readable.from(texts, { objectMode: false, highWaterMark: 65_536 });
  atOnce.set(stream, charactersAtOnce);
  return new StreamableFile(stream, { type });
}

async function* textOf(data: unknown, pages: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  const whole = JSON.stringify(new Envelope(data, null));
  const [before = '', after = ''] = whole.split(JSON.stringify(PLACE));
  let text = `${before}[`;
  let separator = '';
  for await (const page of pages) {
    for (const item of page) {
      yield `${text}${separator}${item}`;
      text = '';
      separator = ',';
    }
  }
  yield `${text}]${after}`;
}
