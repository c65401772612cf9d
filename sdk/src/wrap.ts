import {
  dynamodb,
  gcal,
  gdrive,
  github,
  gmail,
  hubspot,
  linear,
  mysql,
  notion,
  postgres,
  redis,
  s3,
  slack,
  stripe,
  wrapWith,
} from './connectors.js';
import type { Session } from './session.js';
import type { RightConnector } from './wrapping/connector-of.js';
import type { WrapOptions } from './wrapping/options.js';

const wrapAny = /* @__PURE__ */ wrapWith(
  ...[postgres, stripe, github, slack, gmail, gcal, gdrive],
  ...[s3, dynamodb, redis, mysql, notion, hubspot, linear],
);

/**
 * Returns a client of the same type whose writing calls are asked for, recorded and can be undone. Reads pass
 * unchanged.
 * @throws WrapOptionsError for an option out of range, an unknown connector or method path, or a client that is not one
 */
export function wrap<T extends object, const C extends string>(
  client: T,
  session: Session,
  options: WrapOptions<C> & RightConnector<T, C>,
): T {
  return wrapAny<T, C>(client, session, options);
}
