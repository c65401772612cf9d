import { writeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** A system call for every line costs a tenth of the throughput. */
const PIECE_CHARACTERS = 4_096;
/** A smaller piece is written after this time. */
const LATEST_MS = 1_000;
/** The most characters that wait for a slow reader; further lines are dropped, and counted. */
const MOST_CHARACTERS = 4 * 1024 * 1024;
const WARN = 40;

/**
 * Writes log lines to stdout in large pieces, one at a time, and never waits for the reader: neither a line nor the end of the
 * process does.
 */
export class LogOutput {
  private lines: string[] = [];
  /** The characters of the lines, and of the piece that is being written. */
  private size = 0;
  private dropped = 0;
  private isWriting = false;
  private timer: NodeJS.Timeout | null = null;
  private whenWritten: (() => void) | null = null;

  constructor(
    private readonly out: Writable,
    private readonly mostCharacters = MOST_CHARACTERS,
  ) {
    // When the reader is gone, lines are lost, as they would be without any reader.
    out.on('error', () => undefined);
  }

  write(line: string): void {
    if (this.size + line.length > this.mostCharacters) {
      this.dropped += 1;
      return;
    }
    this.lines.push(line);
    this.size += line.length;
    if (this.size >= PIECE_CHARACTERS) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), LATEST_MS).unref();
  }

  /** Resolves when all is written, after `ms` at most. */
  async written(ms: number): Promise<void> {
    const written = new Promise<void>((resolve) => {
      this.whenWritten = resolve;
    });
    this.flush();
    if (this.size > 0) await Promise.race([written, sleep(ms, undefined, { ref: false })]);
  }

  /** Writes the rest when the process ends at this moment; lines that do not fit into a pipe are lost. */
  writeRest(fd: number): void {
    try {
      writeSync(fd, this.lines.splice(0).join(''));
    } catch {
      // The reader has stopped.
    }
  }

  private flush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.isWriting || this.lines.length === 0) return;
    const piece = this.lines.join('');
    this.lines = [];
    this.isWriting = true;
    this.out.write(piece, () => this.wrote(piece.length));
  }

  private wrote(size: number): void {
    this.isWriting = false;
    this.size -= size;
    if (this.dropped > 0) this.noteDropped();
    if (this.whenWritten || this.size >= PIECE_CHARACTERS) this.flush();
    else if (this.size > 0) this.timer ??= setTimeout(() => this.flush(), LATEST_MS).unref();
    if (this.size === 0) this.whenWritten?.();
  }

  private noteDropped(): void {
    const { dropped } = this;
    this.dropped = 0;
    const msg = 'log lines were dropped: the reader of stdout does not keep up';
    this.write(`${JSON.stringify({ level: WARN, time: Date.now(), dropped, msg })}\n`);
  }
}
