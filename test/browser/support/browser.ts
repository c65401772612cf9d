import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { serviceA } from '../../support/client.js';
import { pathOf } from '../../support/needs.mjs';
import type { Service } from '../../support/service.mjs';
import { Visitor } from './visitor.js';

/** Debian's Chromium; none is downloaded. */
function startChromium(): Promise<Browser> {
  const executablePath = pathOf('chromium') ?? pathOf('chromium-browser') ?? pathOf('google-chrome');
  if (!executablePath) throw new Error('These tests need Chromium: apt-get install chromium');
  // Root has no sandbox, and containers have little shared memory.
  const args = ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  return chromium.launch({ executablePath, args });
}

/**
 * Runs a browser for the block of tests that calls it. Each visitor leaves after the test, which fails if a page showed
 * one of them a fault.
 */
export function withBrowser() {
  let browser: Browser;
  const visitors: Visitor[] = [];
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    const arrived = visitors.splice(0);
    await Promise.all(arrived.map((visitor) => visitor.leave()));
    expect(arrived.flatMap(({ complaints }) => complaints)).toEqual([]);
  });

  const arrive = async (service: Service = serviceA, options: BrowserContextOptions = {}) => {
    const visitor = await Visitor.arrive(browser, service, options);
    visitors.push(visitor);
    return visitor;
  };
  return { arrive };
}
