import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/patience.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const SERIOUS = ['serious', 'critical'];
export const EVERY_IMPACT = [...SERIOUS, 'moderate', 'minor'];

/**
 * Returns the barriers that axe finds, with their elements: the serious and critical ones unless `impacts` names others. A dialog gets its name a moment after
 * it opens; therefore a barrier that goes away does not count.
 */
export const barriersOn = (page: Page, impacts: readonly string[] = SERIOUS): Promise<string[]> =>
  eventually(
    () => barriersNowOn(page, impacts),
    ({ length }) => length === 0,
    1_000,
  );

async function barriersNowOn(page: Page, impacts: readonly string[]): Promise<string[]> {
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
    .filter(({ impact }) => impacts.includes(impact ?? ''))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}
