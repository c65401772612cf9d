import { sha256 } from '../../platform/hash.js';
import { MOST_STEPS } from '../facts/budget.js';
import { PatternTrie, parsePattern } from '../pattern.js';
import type { Condition, PolicyRule, PolicySubject, WindowTest } from '../policy.js';
import { folded, isNormalizable } from '../texts/folded.js';
import { AMBIGUOUS, jsonIn } from '../values/json-text.js';
import { compilePath } from '../values/located.js';
import { type AskedWindow, windowKey } from './window.js';

/** Names a window within its organization, in the length of a UUID. */
const windowId = (name: string, simulated: boolean, key: string): string =>
  sha256(JSON.stringify([name, simulated, key])).slice(0, 32);

/** Finds the window of a call. Null when the call does not tell whose it is: then a policy that restricts holds. */
export type WindowOf = (subject: PolicySubject) => AskedWindow | null;

export function compileWindow(rule: Pick<PolicyRule, 'id' | 'apiNamePattern'>, test: WindowTest): WindowOf {
  const keyOf = compileKey(test.per);
  const amountOf = 'count' in test.window ? () => ({ amount: '1', isKnown: true }) : compileAmount(test.window.sum);
  const of = {
    policy: rule.id,
    pattern: rule.apiNamePattern,
    window: test.window,
    per: test.per,
    seconds: test.seconds,
  };
  const name = JSON.stringify(of);
  return (subject) => {
    const key = keyOf(subject);
    if (key === null) return null;
    const { amount, isKnown } = amountOf(subject.payload);
    const { operator, value, seconds } = test;
    const id = windowId(name, subject.windows.simulated, key);
    return { id, policyId: rule.id, seconds, amount, operator, value, isTested: isKnown };
  };
}

function compileKey(per: WindowTest['per']): (subject: PolicySubject) => string | null {
  switch (per) {
    case 'agent':
      return ({ agentId }) => agentId;
    case 'session':
      return ({ windows }) => windows.sessionId;
    case 'organization':
      return () => '';
    default: {
      const locate = compilePath((per.startsWith('payload.') ? per.slice('payload.'.length) : per).split('.'), true);
      return ({ payload }) => {
        if (payload === null) return null;
        const { found, isMissing, isStrange } = locate(payload, { left: MOST_STEPS });
        return found.length === 1 && !isMissing && !isStrange ? keyText(found[0]) : null;
      };
    }
  }
}

/**
 * The windows that look at a call: those of each enabled policy whose pattern matches it, or an operation that it may do
 * if the policy restricts.
 */
export function compileWindows(rules: readonly PolicyRule[]): (subject: PolicySubject) => readonly AskedWindow[] {
  const trie = new PatternTrie<{ readonly restricts: boolean; readonly windows: readonly WindowOf[] }>();
  let isAny = false;
  for (const rule of rules) {
    const windows = rule.enabled ? testsIn(rule.condition).map((test) => compileWindow(rule, test)) : [];
    if (windows.length === 0) continue;
    isAny = true;
    trie.add(parsePattern(rule.apiNamePattern), { restricts: rule.action !== 'ALLOW', windows });
  }
  if (!isAny) return () => [];
  return (subject) => {
    const own = trie.find(subject.apiName);
    const others = (subject.mayDo ?? []).flatMap(({ apiName }) => trie.find(apiName));
    const found = new Map<string, AskedWindow>();
    const add = (windows: readonly WindowOf[], call: PolicySubject) => {
      for (const windowOf of windows) {
        const window = windowOf(call);
        if (window) found.set(windowKey(window), window);
      }
    };
    for (const { windows } of own) add(windows, subject);
    for (const one of new Set(others))
      if (one.restricts && !own.includes(one)) add(one.windows, { ...subject, payload: null });
    return [...found.values()];
  };
}

export const hasWindows = (condition: Condition | null): boolean => testsIn(condition).length > 0;

function testsIn(condition: Condition | null): readonly WindowTest[] {
  if (condition === null) return [];
  if ('all' in condition) return condition.all.flatMap(testsIn);
  if ('any' in condition) return condition.any.flatMap(testsIn);
  return 'window' in condition ? [condition] : [];
}

const MAX_DEPTH = 16;
/** Receivers leave blanks out of account numbers and addresses, and readers do not see the others. */
const NOT_SEEN = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}]/gu;

/**
 * The value of a path as the key of its window: the same for each way to write it, so that no spelling gets a limit of its
 * own. Null for what is no text, number or flag.
 */
function keyText(value: unknown, depth = 0): string | null {
  if (depth > MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.length === 1 ? keyText(value[0], depth + 1) : null;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return null;
  const inside = jsonIn(value, { left: MOST_STEPS });
  if (inside === AMBIGUOUS) return null;
  if (inside !== undefined) return keyText(inside, depth + 1);
  const bare = value.replaceAll(NOT_SEEN, '');
  return isNormalizable(bare) ? folded(bare.normalize('NFKC')) : null;
}

interface Amount {
  /** A decimal number from 0. */
  readonly amount: string;
  /** False when an amount is missing, or is no number. */
  readonly isKnown: boolean;
}

/** Prepares the sum of what a path leads to. A text that spells a number adds that number, and is unknown all the same. */
function compileAmount(field: string): (payload: object | null) => Amount {
  const path = (field.startsWith('payload.') ? field.slice('payload.'.length) : field).split('.');
  const locate = compilePath(path, true);
  return (payload) => {
    if (payload === null) return { amount: '0', isKnown: false };
    const { found, isMissing, isStrange } = locate(payload, { left: MOST_STEPS });
    const sum = found.reduce<number>((all, value) => all + Math.max(0, numberIn(value)), 0);
    const isKnown = !isMissing && !isStrange && found.every((value) => typeof value === 'number');
    return { amount: decimal(sum), isKnown };
  };
}

function numberIn(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : 0;
}

/** PostgreSQL reads the shortest form of a double exactly; an infinite sum is as large as a double can be. */
const decimal = (sum: number) => String(Number.isFinite(sum) ? sum : Number.MAX_VALUE);
