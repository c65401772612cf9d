import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { cookieOf } from '../../platform/http/input/cookie.js';

/** The names of the cookie, over TLS and without. */
export const COOKIE_NAMES = { secure: '__Host-backstop', plain: 'backstop' } as const;

/**
 * The cookie of a browser's session: no script reads it, no other site makes the browser send it, and over TLS no other
 * host can set one of its name.
 */
@Injectable()
export class BrowserCookie {
  private readonly name: string;
  private readonly attributes: string;

  constructor({ publicUrl }: Config) {
    const isSecure = new URL(publicUrl).protocol === 'https:';
    this.name = isSecure ? COOKIE_NAMES.secure : COOKIE_NAMES.plain;
    this.attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  }

  /** The `Set-Cookie` of a session that begins. */
  keep(credential: string, seconds: number): string {
    return `${this.name}=${credential}; Max-Age=${seconds}; ${this.attributes}`;
  }

  /** The `Set-Cookie` of a session that has ended. */
  forget(): string {
    return this.keep('', 0);
  }

  /** Null when a `Cookie` header names no session, or more than one. */
  read(header: string | undefined): string | null {
    return cookieOf(header, this.name);
  }
}
