import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DESKTOP, PHONE, type Visitor } from './visitor.js';

const FOLDER = process.env.SCREENSHOTS ?? '';
/** Two of the four looks are kept: wide and light, narrow and dark. Hostile texts and journeys keep none. */
const LEFT_OUT = /hostile|^journey|-(desktop-dark|phone-light)$/;

/** Shows the page in both themes and both widths; the content has to be loaded already. */
export async function forEachLook(visitor: Visitor, look: (name: string) => Promise<void>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [device, viewport] of [
      ['desktop', DESKTOP],
      ['phone', PHONE],
    ] as const) {
      await visitor.page.emulateMedia({ colorScheme });
      await visitor.page.setViewportSize(viewport);
      // A page hears of it in a task of its own.
      await visitor.page.waitForFunction(
        (wanted) => document.documentElement.dataset.mantineColorScheme === wanted,
        colorScheme,
      );
      await look(`${device}-${colorScheme}`);
    }
}

/** Written only on demand, so that a run of the tests changes no file: `SCREENSHOTS=docs/screenshots npm run test:browser`. */
export async function screenshot({ page }: Visitor, name: string): Promise<void> {
  if (!FOLDER || LEFT_OUT.test(name)) return;
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}
