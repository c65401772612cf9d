import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { signInBrowser } from '../../e2e/auth/support/browser.js';
import type { Caller } from '../../support/client.js';
import { patience } from '../../support/patience.mjs';
import type { Service } from '../../support/service.mjs';

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 740 };

/** Chromium writes this for each refusal of the service, which pages show in their own way. */
const REFUSED = /^Failed to load resource: the server responded with a status of \d+/;
const UNREACHABLE = /^Failed to load resource: net::ERR_/;

/** A person at a browser of their own. */
export class Visitor {
  /**
   * Faults that no page may show: it breaks the content security policy, asks another host, or its own script fails.
   */
  readonly complaints: string[] = [];

  private constructor(
    readonly service: Service,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  static async arrive(browser: Browser, service: Service, options: BrowserContextOptions = {}): Promise<Visitor> {
    const context = await browser.newContext({
      viewport: DESKTOP,
      colorScheme: 'light',
      locale: 'en-GB',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
      ...options,
    });
    const visitor = new Visitor(service, context, await context.newPage());
    visitor.page.setDefaultTimeout(patience(12_000));
    await visitor.listen();
    return visitor;
  }

  /** Takes over the session of an operator who signed in elsewhere in this browser. */
  async signInAs(operator: Caller): Promise<void> {
    const [name = '', value = ''] = (await signInBrowser(operator)).cookie.split('=');
    await this.context.addCookies([{ name, value, url: this.service.url, httpOnly: true, sameSite: 'Strict' }]);
  }

  /** @param path below `/dashboard` */
  open = (path: string) => this.page.goto(`${this.service.url}/dashboard${path}`);

  leave = () => this.context.close();

  /** Takes back the complaints up to now that a test expects. */
  excuse(isExpected: (complaint: string) => boolean): void {
    const others = this.complaints.filter((one) => !isExpected(one));
    this.complaints.splice(0, Infinity, ...others);
  }

  private async listen(): Promise<void> {
    const { page, complaints } = this;
    await page.exposeFunction('reportViolation', (text: string) => complaints.push(text));
    await page.addInitScript(() => {
      document.addEventListener(
        'securitypolicyviolation',
        ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
          const text = `content security policy: ${violatedDirective} ${blockedURI} at ${sourceFile}:${lineNumber}`;
          (window as unknown as { reportViolation(text: string): void }).reportViolation(text);
        },
      );
    });
    page.on('pageerror', (error) => complaints.push(`script: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      const text = message.text();
      if (message.type() === 'error' && !REFUSED.test(text) && !UNREACHABLE.test(text))
        complaints.push(`console: ${text}`);
    });
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== 'data:' && origin !== this.service.url) complaints.push(`request: ${request.url()}`);
    });
  }
}
