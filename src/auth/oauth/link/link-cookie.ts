import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { HostCookie } from '../../browser/host-cookie.js';
import { LINK_SECONDS } from './link-tokens.js';

/** The link that a sign-in left in this browser for a login (`linkOfBrowser`): no address can bring one along. */
@Injectable()
export class LinkCookie {
  private readonly cookie: HostCookie;

  constructor({ publicUrl }: Config) {
    this.cookie = new HostCookie(publicUrl, 'backstop-link', 'Strict');
  }

  keep(link: string): string {
    return this.cookie.keep(link, LINK_SECONDS);
  }

  forget(): string {
    return this.cookie.forget();
  }

  /** An empty text: there is none. */
  read(header: string | undefined): string {
    return this.cookie.read(header) ?? '';
  }
}
