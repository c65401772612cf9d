import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { type BrowserClaims, BrowserTokens } from './browser-tokens.js';
import { HostCookie } from './host-cookie.js';

/** The names of the session's cookie, over TLS and without. */
export const COOKIE_NAMES = { secure: '__Host-backstop', plain: 'backstop' } as const;

/**
 * The two cookies of a browser that is signed in. One holds its credential, and comes with requests of the service's
 * own pages alone. The other only marks the session of the browser: it also comes with a navigation from another site,
 * such as the redirect back from an identity provider, and authorizes nothing.
 */
@Injectable()
export class BrowserCookie {
  private readonly session: HostCookie;
  private readonly mark: HostCookie;

  constructor(
    { publicUrl }: Config,
    private readonly tokens: BrowserTokens,
  ) {
    this.session = new HostCookie(publicUrl, COOKIE_NAMES.plain, 'Strict');
    this.mark = new HostCookie(publicUrl, 'backstop-mark', 'Lax');
  }

  /** The `Set-Cookie`s of a session that begins. */
  keep(claims: BrowserClaims, seconds: number): string[] {
    return [
      this.session.keep(this.tokens.issue(claims), seconds),
      this.mark.keep(this.tokens.issueMark(claims), seconds),
    ];
  }

  /** The `Set-Cookie`s of a session that has ended. */
  forget(): string[] {
    return [this.session.forget(), this.mark.forget()];
  }

  /** Reads the credential. Null when a `Cookie` header names no session, or more than one. */
  read(header: string | undefined): string | null {
    return this.session.read(header);
  }

  /** The session that a browser has, or had. Null when a `Cookie` header names none. */
  whoIsIn(header: string | undefined): BrowserClaims | null {
    return this.tokens.readMark(this.mark.read(header) ?? '') ?? this.tokens.read(this.read(header) ?? '');
  }
}
