import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { Envelope } from './answer.js';

/**
 * An answer in the envelope whose last member is a list that is read while it is sent, because it may be longer than a
 * process can hold. `pages`: the items as JSON. What goes wrong after the first page ends the connection.
 */
export function growing(fields: object, list: string, pages: AsyncIterable<readonly string[]>): StreamableFile {
  return new StreamableFile(Readable.from(textOf(fields, list, pages), { objectMode: false, highWaterMark: 65_536 }), {
    type: 'application/json; charset=utf-8',
  });
}

async function* textOf(fields: object, list: string, pages: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  // No text that can be stored holds a NUL, so none of the fields does.
  const place = '\0list';
  const whole = JSON.stringify(new Envelope({ ...fields, [list]: place }, null));
  const [before = '', after = ''] = whole.split(JSON.stringify(place));
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
