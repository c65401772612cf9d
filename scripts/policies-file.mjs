import { isDeepStrictEqual } from 'node:util';
import { parse, stringify } from 'yaml';

/** The members of a policy, each with the value that it has where a file leaves it out. */
const DEFAULTS = {
  name: null,
  apiNamePattern: undefined,
  condition: null,
  action: undefined,
  enabled: true,
  reason: null,
  mode: 'enforce',
  requiredApprovals: 1,
  onChange: 'run',
  expiresAfterSeconds: null,
  onExpiry: 'reject',
  approvalUsableSeconds: null,
  /** Names of groups. */
  approvers: [],
  allowRequester: null,
};
const HEAD = `# Policies of Backstop. \`npm run policies -- plan\` says what this file would change.
# A policy is known by its name, one without a name by its id. A policy that is not here is deleted.
`;

/** Every member of a policy that has a meaning, also those that have their default. */
export const meaningOf = (policy) =>
  Object.fromEntries(Object.keys(DEFAULTS).map((member) => [member, memberOf(policy, member)]));

/** The order of approvers means nothing. */
const memberOf = (policy, member) => {
  const value = policy[member] ?? DEFAULTS[member];
  return member === 'approvers' && Array.isArray(value) ? [...value].sort() : value;
};

/** The text of a file that says what the service has. */
export function fileOf({ unmatched, policies }) {
  const shown = policies.map(({ id, ...policy }) => ({ ...(policy.name === null && { id }), ...describe(policy) }));
  return HEAD + stringify({ unmatched, policies: shown }, { lineWidth: 0 });
}

/** Leaves out the members that have their default. */
const describe = (policy) =>
  Object.fromEntries(
    Object.entries(meaningOf(policy)).filter(([member, value]) => !isDeepStrictEqual(value, DEFAULTS[member])),
  );

/** @throws Error that names the entry, when the text is no file of policies */
export function readPolicies(text) {
  const { unmatched = 'ALLOW', policies, ...others } = parse(text) ?? {};
  if (!Array.isArray(policies)) throw new Error('The file needs a list "policies"; an empty one is [].');
  if (Object.keys(others).length > 0) throw new Error(`The file has an unknown member "${Object.keys(others)[0]}".`);
  const known = new Set();
  for (const [index, policy] of policies.entries()) {
    const place = `Policy ${index + 1}`;
    const key = policy?.name ?? policy?.id;
    if (typeof key !== 'string') throw new Error(`${place} needs a name, or the id of a policy without one.`);
    for (const member of Object.keys(policy))
      if (member !== 'id' && !(member in DEFAULTS))
        throw new Error(`${place} (${key}) has an unknown member "${member}".`);
    for (const member of ['apiNamePattern', 'action'])
      if (typeof policy[member] !== 'string') throw new Error(`${place} (${key}) needs "${member}".`);
    for (const one of [policy.name, policy.id].filter((text) => text != null)) {
      if (known.has(one)) throw new Error(`Two policies of the file are "${one}".`);
      known.add(one);
    }
  }
  return { unmatched, policies: policies.map(({ id, ...policy }) => ({ ...(id && { id }), ...meaningOf(policy) })) };
}
