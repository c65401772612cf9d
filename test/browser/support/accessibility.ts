import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/patience.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Returns the barriers that axe finds serious or critical, with their elements. A dialog gets its name a moment after
 * it opens; therefore a barrier that goes away does not count.
 */
export const barriersOn = (page: Page): Promise<string[]> =>
  eventually(
    () => barriersNowOn(page),
    ({ length }) => length === 0,
    1_000,
  );

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
