import { isObject } from '../../platform/json.js';
import { NotCapturable } from '../resource/resource.js';

/** An MCP server of an operator. */
export interface UpstreamServer {
  /** The part of the name of its tools: `linear` in `linear_create_issue` and `mcp.linear.create_issue`. */
  readonly name: string;
  readonly url: string;
  /** The value of the `Authorization` header. Empty when there is none, and in the process that reads answers. */
  readonly authorization: string;
}

const MOST_SERVERS = 20;
const NAME = /^[a-z][a-z0-9-]{0,31}$/;
/** `backstop_…` are the tools of Backstop itself, and `mcp.tools.list` is an operation. */
const RESERVED = ['backstop', 'tools'];

/**
 * Reads the field of the credential: `{ "linear": { "url": "https://…", "authorization": "Bearer …" } }`.
 * @throws NotCapturable
 */
export function parseServers(text: string | undefined): readonly UpstreamServer[] {
  const entries = Object.entries(objectIn(text) ?? {});
  if (entries.length === 0 || entries.length > MOST_SERVERS)
    throw new NotCapturable(`the servers must be a JSON object with 1 to ${MOST_SERVERS} members`);
  const servers = entries.map(([name, value]) => serverOf(name, value));
  const twice = servers.find(({ url }, at) => servers.findIndex((other) => other.url === url) < at);
  if (twice) throw new NotCapturable(`two servers have the URL of "${twice.name}"`);
  return servers;
}

/** The names and the URLs, without what authorizes. */
export function publicServers(text: string): string {
  const servers = Object.entries(objectIn(text) ?? {});
  return JSON.stringify(Object.fromEntries(servers.map(([name, value]) => [name, { url: membersOf(value).url }])));
}

/** The headers of all servers; the text as a whole when it is not what it should be. */
export function secretsInServers(text: string): readonly string[] {
  const values = Object.values(objectIn(text) ?? {}).map((value) => membersOf(value).authorization);
  const secrets = values.filter((one): one is string => typeof one === 'string');
  return secrets.length > 0 ? secrets : [text];
}

function serverOf(name: string, value: unknown): UpstreamServer {
  if (!NAME.test(name) || RESERVED.includes(name))
    throw new NotCapturable(`"${name}" is no name of a server: a small letter, then at most 31 of a-z, 0-9 and -`);
  const { url, authorization = '', ...others } = membersOf(value);
  const [other] = Object.keys(others);
  if (other !== undefined) throw new NotCapturable(`the server "${name}" has an unknown member "${other}"`);
  if (typeof url !== 'string' || typeof authorization !== 'string')
    throw new NotCapturable(`the server "${name}" needs a url, and may have an authorization, both texts`);
  return { name, url, authorization };
}

function objectIn(text: string | undefined): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(text ?? '');
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});
