import { cookieOf } from '../../platform/http/input/cookie.js';

/** `Lax`: links of other sites bring the cookie along. `Strict`: no request of another site does. */
type SameSite = 'Lax' | 'Strict';

/** A cookie of the service: no script reads it, and over TLS no other host can set one of its name (`__Host-`). */
export class HostCookie {
  readonly name: string;
  private readonly attributes: string;

  constructor(publicUrl: string, name: string, sameSite: SameSite) {
    const isSecure = new URL(publicUrl).protocol === 'https:';
    this.name = isSecure ? `__Host-${name}` : name;
    this.attributes = `Path=/; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`;
  }

  /** The `Set-Cookie` that sets it. */
  keep(value: string, seconds: number): string {
    return `${this.name}=${value}; Max-Age=${seconds}; ${this.attributes}`;
  }

  /** The `Set-Cookie` that deletes the cookie. */
  forget(): string {
    return this.keep('', 0);
  }

  /** Null when a `Cookie` header has no cookie of this name, or more than one. */
  read(header: string | undefined): string | null {
    return cookieOf(header, this.name);
  }
}
