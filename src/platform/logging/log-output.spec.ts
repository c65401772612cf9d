import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LogOutput } from './log-output.js';

/** A reader that takes written lines only on request. */
function reader() {
  const pieces: string[] = [];
  let take: () => void = () => undefined;
  const out = new Writable({
    decodeStrings: false,
    highWaterMark: 1,
    write: (piece, _encoding, done) => {
      pieces.push(String(piece));
      take = () => done();
    },
  });
  return { out, pieces, read: () => nextTurn(take()) };
}

const line = (name: string) => `${name.padEnd(4_095)}\n`;
const names = (pieces: readonly string[]) => pieces.join('').match(/^\S+/gm) ?? [];

describe('the output of the log', () => {
  it('keeps the order of lines, and has one piece on its way to the reader', async () => {
    const { out, pieces, read } = reader();
    const log = new LogOutput(out);
    for (const name of ['a', 'b', 'c']) log.write(line(name));
    expect(names(pieces)).toEqual(['a']);
    await read();
    expect(names(pieces)).toEqual(['a', 'b', 'c']);
  });

  it('drops what a reader that has stopped leaves no space for, and says how much when it continues', async () => {
    const { out, pieces, read } = reader();
    const log = new LogOutput(out, 3 * 4_096);
    for (const name of ['a', 'b', 'c', 'd', 'e']) log.write(line(name));
    await read();
    await read();
    await log.written(0);
    await read();
    const text = pieces.join('');
    expect(names([text.replace(/\{.*\n/, '')])).toEqual(['a', 'b', 'c']);
    expect(JSON.parse(/\{.*/.exec(text)?.[0] ?? '')).toMatchObject({ level: 40, dropped: 2 });
  });

  it('is written when the reader takes it, and is given up when the reader does not', async () => {
    const { out, read } = reader();
    const log = new LogOutput(out);
    log.write('a\n');
    let isWritten = false;
    const written = log.written(3_600_000).then(() => {
      isWritten = true;
    });
    await nextTurn();
    expect(isWritten).toBe(false);
    await read();
    await written;
    log.write('b\n');
    await log.written(1);
  });
});
