import type { Page } from 'playwright-core';

/** Markup, a character that turns the text round, one without width, a joined emoji, and a false mark of ours. */
export const HOSTILE = '<img src=x onerror=alert(1)> \u202Egnp.exe\u202C zero\u200Bwidth 👩‍👩‍👧‍👦 ⟦U+0041⟧';

/** The form in which the dashboard shows the beginning of it. */
export const SHOWN = '<img src=x onerror=alert(1)> ⟦U+202E⟧gnp.exe';

export const overflows = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Returns what is read in one line and is wider than 1 440 pixels, where the ends of a row are far from each other. */
export const stretched = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#content :is(p, li, tr, pre, button, label, h1, h2)')]
      .filter((shown) => shown.getBoundingClientRect().width > 1_440)
      .map((shown) => shown.textContent?.slice(0, 60)),
  );

/** Returns the labels of buttons that are cut without a mark. */
export const cutLabels = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button *')]
      .filter((label) => {
        const { overflow, textOverflow } = getComputedStyle(label);
        return label.scrollWidth > label.clientWidth + 1 && overflow !== 'visible' && textOverflow !== 'ellipsis';
      })
      .map((label) => label.textContent),
  );

/** Tells whether a text that another person wrote became an element of the page. */
export const hasMarkup = async (page: Page) => (await page.locator('#content img').count()) > 0;
