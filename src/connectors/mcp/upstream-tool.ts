import { cutText } from '../../platform/cut-text.js';
import { isObject } from '../../platform/json.js';
import { INVISIBLE } from '../../platform/reveal/invisible.js';
import type { Json, JsonObject } from '../connector.js';

/** A tool as its server describes it, within bounds and without characters that a reader does not see. */
export interface UpstreamTool {
  readonly name: string;
  readonly title: string | null;
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** The server's hints about the tool's effects. They are shown, and believed only when they warn. */
  readonly annotations: JsonObject;
}

const MOST_CHARACTERS = { name: 100, title: 200, description: 2_000, ofSchema: 1_000 };
const MOST_SCHEMA_BYTES = 32_768;
/** It is a part of the name of an operation: `mcp.linear.create_issue`. */
const NAME = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/;
const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

/** Null for a tool that has no usable name or schema: it is neither listed nor called. */
export function upstreamToolOf(listed: unknown): UpstreamTool | null {
  const { name, title, description, inputSchema, annotations } = objectOf(listed);
  if (typeof name !== 'string' || name.length > MOST_CHARACTERS.name || !NAME.test(name)) return null;
  const schema = objectOf(inputSchema);
  if (schema.type !== 'object' || JSON.stringify(schema).length > MOST_SCHEMA_BYTES || refersElsewhere(schema))
    return null;
  return {
    name,
    title: typeof title === 'string' ? readable(title, MOST_CHARACTERS.title) : null,
    description: typeof description === 'string' ? readable(description, MOST_CHARACTERS.description) : '',
    inputSchema: readableAll(schema as JsonObject) as JsonObject,
    annotations: Object.fromEntries(
      HINTS.flatMap((hint) => {
        const value = objectOf(annotations)[hint];
        return typeof value === 'boolean' ? [[hint, value]] : [];
      }),
    ),
  };
}

/** The text without invisible characters, on one line. */
const readable = (text: string, most: number) =>
  cutText(text.replaceAll(INVISIBLE, '').replaceAll(/\s+/g, ' ').trim(), most);

function readableAll(value: Json): Json {
  if (typeof value === 'string') return cutText(value.replaceAll(INVISIBLE, ''), MOST_CHARACTERS.ofSchema);
  if (Array.isArray(value)) return value.map(readableAll);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.replaceAll(INVISIBLE, ''), readableAll(member)]),
  );
}

/** A client that resolves a reference to another document would ask an address that a stranger chose. */
function refersElsewhere(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, member]) =>
      (/^\$(ref|dynamicRef|recursiveRef)$/.test(name) && typeof member === 'string' && !member.startsWith('#')) ||
      refersElsewhere(member),
  );
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});
