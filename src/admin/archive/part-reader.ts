import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';

/** The lines of a compressed file; one of them, and a piece of the file, are in memory. */
export async function* linesOf(path: string): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let left: string[] = [];
  const unpacked = pipeline(createReadStream(path), createGunzip(), () => undefined);
  for await (const chunk of unpacked) {
    const [first = '', ...lines] = decoder.write(chunk).split('\n');
    left.push(first);
    for (const line of lines) {
      yield left.join('');
      left = [line];
    }
  }
  const rest = left.join('') + decoder.end();
  if (rest !== '') yield rest;
}
