import type { Locator } from 'playwright-core';
import { barriersOn } from './accessibility.js';
import { cutLabels, overflows } from './hostile.js';
import { screenshot } from './screenshots.js';
import { DESKTOP, PHONE, type Visitor } from './visitor.js';

interface Expected {
  /** The impacts of barriers that the page may not have. */
  readonly impacts?: readonly string[];
}

/** Expects that the page, as it is shown now, has no barrier, nothing beside the screen and no cut label. */
export async function expectLook({ page }: Visitor, look: string, { impacts }: Expected = {}): Promise<void> {
  const shown = {
    look,
    barriers: await barriersOn(page, impacts),
    overflows: await overflows(page),
    cutLabels: await cutLabels(page),
  };
  expect(shown).toEqual({ look, barriers: [], overflows: false, cutLabels: [] });
}

/**
 * Shows the page in both themes and both widths, and expects the same of each look; the content has to be loaded already.
 * @param at what each look scrolls to
 */
export async function expectLooks(
  visitor: Visitor,
  name: string,
  { at, ...expected }: Expected & { at?: Locator } = {},
): Promise<void> {
  const { page } = visitor;
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [device, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      // A page hears of it in a task of its own.
      await page.waitForFunction(
        (wanted) => document.documentElement.dataset.mantineColorScheme === wanted,
        colorScheme,
      );
      await at?.scrollIntoViewIfNeeded();
      const look = `${name}-${device}-${colorScheme}`;
      await screenshot(visitor, look);
      await expectLook(visitor, look, expected);
    }
}
