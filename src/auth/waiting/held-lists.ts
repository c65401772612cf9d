import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SingleFlight } from '../../platform/concurrency/single-flight.js';
import { type Page, Unchanged } from '../../platform/http/answers/answer.js';
import { disconnectSignal } from '../../platform/http/answers/disconnected.js';
import { isKnown } from '../../platform/http/answers/list-tag.js';
import type { Access } from '../access/access.decorator.js';
import { checked } from '../access/checked.js';
import type { Identity, Principal } from '../access/principal.js';
import { rateLimited } from '../auth.errors.js';
import { AuthenticationService } from '../authentication.service.js';
import { HeldPages } from './held-pages.js';
import { HeldRequests, type WaiterGroup } from './held-requests.js';

/** Different pages of lists that one organization may wait for in one process: each costs every look something. */
const MOST_PAGES = 50;

/** The most pages that one statement reads, however many requests wait. */
const LOOKED_AT_ONCE = 200;

/** A page of a list, with the tag of its state. */
export type TaggedPage<View> = Page<View> & { readonly tag: string };

/** An organization's view of a list: its page and filters. */
export interface Listed<Query> {
  readonly organizationId: string;
  readonly query: Query;
}

/** A list that requests may wait for. Its queries are plain values: two that are alike as JSON are the same. */
export interface ListSource<Query, View> {
  /** A page, and the tag of its state at that very moment. */
  read(listed: Listed<Query>): Promise<TaggedPage<View>>;
  /** Looks up, in one query, the tags of the current states of many pages of any organization, in the same order. */
  tagsOf(listed: readonly Listed<Query>[]): Promise<readonly string[]>;
}

/** The request for a list: its caller, and the state that the client knows. */
export interface Asking {
  readonly caller: Principal;
  readonly credential: string;
  /** The access rules of the route: they must hold for as long as the request waits. */
  readonly access: Access;
  /** If-None-Match. */
  readonly known: string | null;
  readonly disconnected: AbortSignal;
}

/** Reads from a request how it asks for a list. */
export const readAsking = (_: unknown, context: ExecutionContext): Asking => {
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest>();
  const { access } = request.routeOptions.config;
  if (!request.principal || !access) throw new Error('A list that is waited for must not be public');
  return {
    caller: request.principal,
    credential: request.credential,
    access,
    known: request.headers['if-none-match'] ?? null,
    disconnected: disconnectSignal(http.getResponse<FastifyReply>()),
  };
};

/** Injects the request's state on a route whose list a client may wait for: `@Asked() asking: Asking`. */
export const Asked = createParamDecorator(readAsking);

/**
 * Lists that are answered when they change: `?wait=` with If-None-Match (docs/contract.md, "Wire conventions"). The look-ups
 * serve all requests that wait: they compare states, so that a change which the list does not show answers none of them.
 */
@Injectable()
export class HeldLists {
  private readonly held = new HeldPages(MOST_PAGES);

  constructor(
    private readonly requests: HeldRequests,
    private readonly authentication: AuthenticationService,
  ) {}

  of<Query extends object, View>(source: ListSource<Query, View>): HeldList<Query, View> {
    const waiters = this.requests.newGroup((keys) => changed(source, keys));
    return new HeldList(source, waiters, (asking, current, key, ms) => this.hold(waiters, asking, current, key, ms));
  }

  /** @throws 401 and 403 when the caller may not read the list any more, 429 rate-limited */
  private async hold(
    waiters: WaiterGroup,
    { credential, access, disconnected }: Asking,
    { organizationId, epoch }: Identity,
    key: Key<object>,
    ms: number,
  ): Promise<Identity | null> {
    const page = JSON.stringify(key[0]);
    if (!this.held.add(organizationId, page)) throw rateLimited(Math.max(1, Math.ceil(ms / 1000)));
    const why = await waiters
      .wait({ organizationId, epoch, disconnected }, JSON.stringify(key), ms)
      .finally(() => this.held.remove(organizationId, page));
    if (why === 'disconnected') return null;
    return checked(await this.authentication.authenticateFresh(credential), access, 'GET');
  }
}

/** Holds a request for `ms` at most, then answers the caller's identity; null when the client has disconnected. */
type Hold = (asking: Asking, current: Identity, key: Key<object>, ms: number) => Promise<Identity | null>;

/** A list of which many requests may wait for a change. */
export class HeldList<Query extends object, View> {
  /** Requests that are woken together read together. */
  private readonly reading = new SingleFlight<TaggedPage<View>>();

  constructor(
    private readonly source: ListSource<Query, View>,
    private readonly waiters: WaiterGroup,
    private readonly hold: Hold,
  ) {}

  /**
   * Answers the page at once when the client does not know its state. Otherwise it waits, and answers the page when the
   * state has changed, `Unchanged` when the time is over, or null when the client has disconnected.
   * @throws 401 and 403 as soon as the caller may not read it any more, 429 rate-limited
   */
  async answer(asking: Asking, query: Query, waitSeconds: number): Promise<TaggedPage<View> | Unchanged | null> {
    const until = performance.now() + waitSeconds * 1000;
    const listed = { organizationId: asking.caller.organizationId, query };
    let page = await this.source.read(listed);
    if (!isKnown(asking.known, page.tag)) return page;
    const { tag } = page;
    let current: Identity | null = asking.caller;
    while (page.tag === tag) {
      const ms = until - performance.now();
      if (ms <= 0 || this.waiters.isClosed) return new Unchanged(tag);
      current = await this.hold(asking, current, [listed, tag], ms);
      if (!current) return null;
      page = await this.reading.run(JSON.stringify(listed), () => this.source.read(listed));
    }
    return page;
  }
}

type Key<Query> = [listed: Listed<Query>, tag: string];

/** The keys whose list now has another state; a page is read once, however many requests wait for it. */
async function changed<Query>(source: ListSource<Query, unknown>, keys: readonly string[]): Promise<string[]> {
  const waiting = keys.map((key): { key: string; page: string; listed: Listed<Query>; tag: string } => {
    const [listed, tag] = JSON.parse(key) as Key<Query>;
    return { key, page: JSON.stringify(listed), listed, tag };
  });
  const pages = new Map(waiting.map(({ page, listed }) => [page, listed]));
  const tags: string[] = [];
  for (let from = 0; from < pages.size; from += LOOKED_AT_ONCE)
    tags.push(...(await source.tagsOf([...pages.values()].slice(from, from + LOOKED_AT_ONCE))));
  const tagOfPage = new Map([...pages.keys()].map((page, index) => [page, tags[index]]));
  return waiting.filter(({ page, tag }) => tagOfPage.get(page) !== tag).map(({ key }) => key);
}
