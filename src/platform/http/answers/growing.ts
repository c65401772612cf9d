import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { Envelope } from './answer.js';

/**
 * An answer in the envelope whose last member is a list that is read while it is sent, because it may be longer than a
 * process can hold. `pages`: the items as JSON. What goes wrong after the first page ends the connection.
 */
export const growing = (fields: object, list: string, pages: AsyncIterable<readonly string[]>): StreamableFile =>
  streamed({ ...fields, [list]: PLACE }, pages);

/** The same where the list is all there is. */
export const growingList = (pages: AsyncIterable<readonly string[]>): StreamableFile => streamed(PLACE, pages);

/** No text that can be stored holds a NUL, so none of the fields does. */
const PLACE = '\0list';

function streamed(data: unknown, pages: AsyncIterable<readonly string[]>): StreamableFile {
  return new StreamableFile(Readable.from(textOf(data, pages), { objectMode: false, highWaterMark: 65_536 }), {
    type: 'application/json; charset=utf-8',
  });
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
