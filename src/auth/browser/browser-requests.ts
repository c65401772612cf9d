import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Config } from '../../config/config.js';
import type { Access } from '../access/access.decorator.js';
import { BrowserCookie } from './browser-cookie.js';
import { isOfBrowser } from './browser-tokens.js';
import { isFromOwnOrigin, isOwnRequest, ownOrigins, type Provenance } from './own-origin.js';

/** Reads the credential of a request, and the origin that a browser states for it. */
@Injectable()
export class BrowserRequests {
  constructor(
    private readonly config: Config,
    private readonly cookie: BrowserCookie,
  ) {}

  /**
   * An `Authorization` header decides alone, whatever it holds; without one the cookie of a browser does, which is the only
   * place for its credential, but on no public route. An empty text: there is none.
   */
  credentialOf({ headers }: FastifyRequest, access: Access): string {
    const { authorization } = headers;
    if (authorization !== undefined) {
      const bearer = authorization.slice(0, 7).toLowerCase() === 'bearer ' ? authorization.slice(7).trim() : '';
      return isOfBrowser(bearer) ? '' : bearer;
    }
    const kept = access.bearerOnly || access.who === 'public' ? null : this.cookie.read(headers.cookie);
    return kept !== null && isOfBrowser(kept) ? kept : '';
  }

  /**
   * True when the request's credential may speak for it: a browser sends a cookie by itself, but not a bearer token.
   */
  mayBeForged(request: FastifyRequest): boolean {
    if (!isOfBrowser(request.credential)) return true;
    return isOwnRequest(request.method, provenanceOf(request), this.own(request));
  }

  /** True when the browser says that a page of another origin sends the request. */
  isForeign(request: FastifyRequest): boolean {
    return !isFromOwnOrigin(provenanceOf(request), this.own(request));
  }

  private own({ socket }: FastifyRequest): readonly string[] {
    return ownOrigins(this.config.publicUrl, { address: socket.localAddress, port: socket.localPort });
  }
}

const provenanceOf = ({ headers }: FastifyRequest): Provenance => ({
  origin: headers.origin,
  site: headers['sec-fetch-site']?.toString(),
});
