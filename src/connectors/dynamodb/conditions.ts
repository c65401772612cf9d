import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { JsonObject } from '../connector.js';
import { toAttribute } from './attribute-values.js';

interface Guarded {
  readonly ConditionExpression: string;
  readonly ExpressionAttributeNames: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, AttributeValue>;
}

/** The condition that no item has this key. */
export function absent(key: readonly string[], prefix?: string): Guarded {
  const names = new Names(prefix);
  return guarded(
    key.map((name) => `attribute_not_exists(${names.of(name)})`),
    names,
    {},
  );
}

/** The condition that every attribute still holds the value that was read. */
export function unchanged(now: JsonObject, prefix?: string): Guarded {
  const names = new Names(prefix);
  const values: Record<string, AttributeValue> = {};
  const conditions = Object.keys(now).map((name) => holds(name, now, names, values));
  return guarded(conditions, names, values);
}

/** Restores attributes while these, and the item, are as they were read. Null stands for a missing attribute. */
export function restored(fields: JsonObject, now: JsonObject, key: readonly string[]) {
  const names = new Names();
  const values: Record<string, AttributeValue> = {};
  const conditions = [...new Set([...key, ...Object.keys(fields)])].map((name) => holds(name, now, names, values));
  const [sets, removes]: [string[], string[]] = [[], []];
  for (const [name, value] of Object.entries(fields)) {
    const alias = names.of(name);
    if (value === null) removes.push(alias);
    else {
      const placeholder = `:to${sets.length}`;
      values[placeholder] = toAttribute(value);
      sets.push(`${alias} = ${placeholder}`);
    }
  }
  const parts = [sets.length > 0 && `SET ${sets.join(', ')}`, removes.length > 0 && `REMOVE ${removes.join(', ')}`];
  return { UpdateExpression: parts.filter(Boolean).join(' '), ...guarded(conditions, names, values) };
}

function holds(name: string, now: JsonObject, names: Names, values: Record<string, AttributeValue>): string {
  const alias = names.of(name);
  const value = now[name] ?? null;
  if (value === null) return `attribute_not_exists(${alias})`;
  const placeholder = alias.replace('#', ':is');
  values[placeholder] = toAttribute(value);
  return `${alias} = ${placeholder}`;
}

function guarded(conditions: readonly string[], names: Names, values: Record<string, AttributeValue>): Guarded {
  return {
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: names.all(),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}

/** Names of attributes are never part of an expression themselves. */
class Names {
  private readonly aliases = new Map<string, string>();

  /** @param prefix of every alias, where other names stand in the same expression */
  constructor(private readonly prefix = 'n') {}

  of(name: string): string {
    const alias = this.aliases.get(name) ?? `#${this.prefix}${this.aliases.size}`;
    this.aliases.set(name, alias);
    return alias;
  }

  all(): Record<string, string> {
    return Object.fromEntries([...this.aliases].map(([name, alias]) => [alias, name]));
  }
}
