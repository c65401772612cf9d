import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const TRIES = 4;
const PAUSE_MS = 500;

/**
 * What axe finds that keeps a person out: serious and critical, with the elements. A dialog gets its name a moment after it
 * opens, so what is gone half a second later does not count.
 */
export async function barriersOn(page: Page): Promise<string[]> {
  for (let left = TRIES; ; left--) {
    const barriers = await barriersNowOn(page);
    if (barriers.length === 0 || left === 1) return barriers;
    await sleep(PAUSE_MS);
  }
}

async function barriersNowOn(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the content security policy does not bind.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(
    (values) =>
      (window as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
        runOnly: { type: 'tag', values },
      }),
    RULES,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}
