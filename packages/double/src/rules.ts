import type { DoublePolicy, Unmatched } from '../../../sdk/src/testing/double.js';
import { locateField } from '../../../src/policies/condition.js';
import { compileNeeds, type Needs } from '../../../src/policies/facts/needs.js';
import { compilePolicies } from '../../../src/policies/matcher.js';
import type { Comparison, Condition, PolicyRule, PolicySubject, Verdict } from '../../../src/policies/policy.js';
import { checkedPolicy } from '../../../src/policies/policy-input.js';
import { compileWindows } from '../../../src/policies/windows/compile.js';
import type { AskedWindow } from '../../../src/policies/windows/window.js';
import { newId } from './replaced/ids.js';

/** The policies of the organization as functions of a call. */
export interface Rules {
  readonly ids: readonly string[];
  judge(subject: PolicySubject): Verdict;
  needs(apiNames: readonly string[]): Needs;
  windows(subject: PolicySubject): readonly AskedWindow[];
}

/** @throws TypeError for a policy that `POST /policies` refuses, and for one that reads what only the service can find out */
export function compileRules(policies: readonly DoublePolicy[], unmatched: Unmatched): Rules {
  const rules = policies.map(ruleOf);
  for (const { condition } of rules) {
    const unreadable = unreadableIn(condition);
    if (unreadable !== null)
      throw new TypeError(
        `The double cannot find out "${unreadable}" of a call. Try a policy that reads it against the service.`,
      );
  }
  return {
    ids: rules.map(({ id }) => id),
    judge: compilePolicies(rules, unmatched),
    needs: compileNeeds(rules),
    windows: compileWindows(rules),
  };
}

function ruleOf(wanted: DoublePolicy): PolicyRule {
  try {
    return { ...(checkedPolicy(wanted as never) as Omit<PolicyRule, 'id'>), id: newId() };
  } catch (error) {
    throw new TypeError(error instanceof Error ? error.message : String(error));
  }
}

/** The first field that only the service can find out: connectors read facts, and intent is measured there. */
function unreadableIn(condition: Condition | null): string | null {
  if (condition === null || 'window' in condition) return null;
  const members = 'all' in condition ? condition.all : 'any' in condition ? condition.any : null;
  if (members) return members.map(unreadableIn).find((field) => field !== null) ?? null;
  const source = locateField((condition as Comparison).field);
  const isUnreadable = 'fact' in source || ('property' in source && source.property.startsWith('drift'));
  return isUnreadable ? (condition as Comparison).field : null;
}
