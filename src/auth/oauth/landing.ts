import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { BrowserSessions } from '../browser/browser-sessions.service.js';
import type { BrowserClaims } from '../browser/browser-tokens.js';
import type { ClientFacts } from '../sign-in/client-facts.js';
import { Tokens } from '../tokens.js';
import type { Attempt } from './attempt.js';
import { LinkCookie } from './link/link-cookie.js';
import { nonceRequired } from './oauth.errors.js';
import type { SignIn } from './oauth-accounts.js';

/** The address to which a browser is redirected, and the `Set-Cookie` headers. */
interface Landed {
  readonly url: string;
  readonly cookies: readonly string[];
}

/**
 * Passes the result of a sign-in through a provider to the dashboard. The dashboard of this origin gets cookies, so
 * that no address holds a token and no address can bring one into a browser. The service can set no cookie for a
 * dashboard of another origin, which gets a token in the fragment, beside the nonce that it keeps in the browser.
 */
@Injectable()
export class Landing {
  readonly isElsewhere: boolean;

  constructor(
    private readonly config: Config,
    private readonly tokens: Tokens,
    private readonly sessions: BrowserSessions,
    private readonly link: LinkCookie,
  ) {
    this.isElsewhere = new URL(config.dashboardUrl).origin !== new URL(config.publicUrl).origin;
  }

  /** The page that asks how to sign in. */
  get signInPage(): string {
    return `${this.config.dashboardUrl}/sign-in`;
  }

  /** The session of the browser, where the service sets its cookie; null when it has none. */
  async current(cookies: string | undefined): Promise<BrowserClaims | null> {
    return this.isElsewhere ? null : this.sessions.current(cookies);
  }

  /** @throws nonce-required */
  requireNonce({ nonce }: Attempt): void {
    if (this.isElsewhere && nonce === null) throw nonceRequired();
  }

  /** @param had see `current` @throws already-signed-in */
  async signedIn(signIn: SignIn, nonce: string | null, had: BrowserClaims | null, from: ClientFacts): Promise<Landed> {
    if (this.isElsewhere) return { url: this.fragment(this.toMembers(signIn), nonce), cookies: [] };
    if ('link' in signIn)
      return { url: this.fragment({ error: 'link-required' }, null), cookies: [this.link.keep(signIn.link)] };
    const { cookies } = await this.sessions.begin(this.tokens.newSession(signIn.user), had, from);
    return { url: this.config.dashboardUrl, cookies };
  }

  refused(code: string, nonce: string | null): Landed {
    return { url: this.fragment({ error: code }, this.isElsewhere ? nonce : null), cookies: [] };
  }

  private toMembers(signIn: SignIn): Record<string, string> {
    return 'link' in signIn
      ? { error: 'link-required', link: signIn.link }
      : { token: this.tokens.forUser(signIn.user) };
  }

  /** Puts the members into the fragment, which no server sees and no referrer carries. */
  private fragment(members: Record<string, string>, nonce: string | null): string {
    return `${this.config.dashboardUrl}#${new URLSearchParams({ ...members, ...(nonce && { nonce }) })}`;
  }
}
