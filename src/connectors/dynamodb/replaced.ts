import type { Json, JsonObject } from '../connector.js';
import type { Address, Replaced } from '../resource/resource.js';
import { objectOf } from '../resource/response.js';
import { canonicalItem } from './attribute-values.js';
import { keyOf } from './item.js';

/** The item's state before the call, from DynamoDB's answer for `ReturnValues` and from the condition of the call. */
export function replacedBy(payload: JsonObject, response: Json | undefined, address: Address): Replaced {
  const conditional = conditionOf(payload, Object.keys(keyOf(address)));
  if (response === undefined) return conditional;
  const { Attributes } = objectOf(response);
  const attributes = Attributes === undefined ? null : canonicalItem(objectOf(Attributes));
  switch (payload.ReturnValues) {
    case 'ALL_OLD':
      return { fields: attributes, isWhole: true };
    case 'UPDATED_OLD':
      // For a path within an attribute the answer holds that part alone.
      return /[.[]/.test(String(payload.UpdateExpression)) ? conditional : { fields: attributes ?? {}, isWhole: true };
    case 'ALL_NEW':
      return { ...conditional, beside: attributes ?? {} };
    default:
      return conditional;
  }
}

const ABSENT = /^attribute_not_exists\s*\(\s*([#\w]+)\s*\)$/i;
const EQUAL = /^([#\w]+)\s*=\s*(:\w+)$/;

/**
 * Attributes that a condition names with their values: DynamoDB would have refused the call if one had another value.
 */
function conditionOf(payload: JsonObject, key: readonly string[]): Replaced {
  const { ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } = payload;
  if (typeof ConditionExpression !== 'string' || /\b(OR|NOT|BETWEEN)\b/i.test(ConditionExpression)) return {};
  const [names, values] = [objectOf(ExpressionAttributeNames), canonicalItem(objectOf(ExpressionAttributeValues))];
  const nameOf = (token: string) => (token.startsWith('#') ? String(names[token]) : token);
  const fields: JsonObject = {};
  for (const part of ConditionExpression.split(/\s+AND\s+/i).map((one) => one.trim())) {
    const [, absent] = ABSENT.exec(part) ?? [];
    const [, name, value = ''] = EQUAL.exec(part) ?? [];
    if (absent && key.includes(nameOf(absent))) return { fields: null };
    if (absent) fields[nameOf(absent)] = null;
    else if (name) fields[nameOf(name)] = values[value] ?? null;
  }
  return { fields };
}
