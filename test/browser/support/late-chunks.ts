import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';

/** Every chunk of the build; a new chunk needs no line here. */
const CHUNKS: ReadonlySet<string> = new Set(
  readdirSync(join(import.meta.dirname, '../../../dashboard/dist/assets')).filter((name) => name.endsWith('.js')),
);

/** Holds back each chunk that a page asks for after `hold`, until `release`. */
export class LateChunks {
  private released = Promise.resolve();
  private open = () => {};
  /** The chunks that were held back. */
  readonly late: string[] = [];

  static async of(page: Page): Promise<LateChunks> {
    if (CHUNKS.size === 0) throw new Error('The dashboard is not built.');
    const chunks = new LateChunks();
    await page.route(
      ({ pathname }) => CHUNKS.has(basename(pathname)),
      async (route) => {
        if (chunks.isHeld) chunks.late.push(basename(route.request().url()));
        await chunks.released;
        // The page may be gone.
        await route.continue().catch(() => undefined);
      },
    );
    return chunks;
  }

  private isHeld = false;

  hold(): void {
    this.isHeld = true;
    this.released = new Promise((resolve) => {
      this.open = resolve;
    });
  }

  release(): void {
    this.isHeld = false;
    this.open();
    this.released = Promise.resolve();
  }
}
