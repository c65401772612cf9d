import { type Browser, chromium } from 'playwright-core';
import { pathOf } from '../../support/needs.mjs';

/** Debian's Chromium; none is downloaded. */
export function startChromium(): Promise<Browser> {
  const executablePath = pathOf('chromium') ?? pathOf('chromium-browser') ?? pathOf('google-chrome');
  if (!executablePath) throw new Error('These tests need Chromium: apt-get install chromium');
  // Root has no sandbox, and containers have little shared memory.
  const args = ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  return chromium.launch({ executablePath, args });
}
