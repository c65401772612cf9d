import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Visitor } from './visitor.js';

const FOLDER = process.env.SCREENSHOTS ?? '';
/** Two of the four looks are kept: wide and light, narrow and dark. Hostile texts and journeys keep none. */
const LEFT_OUT = /hostile|^journey|-(desktop-dark|phone-light)$/;

/** Written only on demand, so that a run of the tests changes no file: `SCREENSHOTS=docs/screenshots npm run test:browser`. */
export async function screenshot({ page }: Visitor, name: string): Promise<void> {
  if (!FOLDER || LEFT_OUT.test(name)) return;
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}
