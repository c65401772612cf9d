import { deepStrictEqual } from 'node:assert';
import { AbilityBuilder, createMongoAbility, subject } from '@casl/ability';
import { preparsePolicySet, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs';
import { newEnforcer, newModelFromString, StringAdapter } from 'casbin';
import { compilePolicies } from '../../dist/policies/matcher.js';

const LIMIT = 1_000_000;
/** The resource that a policy names; the first two of all sets name the same. */
const resourceOf = (index) => (index < 2 ? 'stripe.charges' : `api${index}.resource`);

/** On each of them all engines have to agree. The first one is timed. */
const CALLS = [
  { resource: 'stripe.charges', operation: 'create', amount: 4_200 },
  { resource: 'stripe.charges', operation: 'create', amount: 2 * LIMIT },
  { resource: 'api7.resource', operation: 'update', amount: 2 * LIMIT },
  { resource: 'api7.resource', operation: 'update', amount: 4_200 },
  { resource: 'github.issues', operation: 'update', amount: 2 * LIMIT },
].map((call) => ({ ...call, apiName: `${call.resource}.${call.operation}` }));

/** Each makes, of `count` policies that block what costs too much in one resource, a function: whether a call may run. */
const ENGINES = {
  Backstop: (count) => {
    const decide = compilePolicies(
      Array.from({ length: count }, (_, index) => ({
        id: `policy-${index}`,
        apiNamePattern: `${resourceOf(index)}.*`,
        condition: { field: 'payload.amount', operator: 'gt', value: LIMIT },
        action: 'BLOCK',
        enabled: true,
        mode: 'enforce',
        reason: null,
      })),
    );
    return ({ apiName, amount }) =>
      decide({
        apiName,
        operationType: 'CREATE',
        payload: { amount, currency: 'eur' },
        agentId: 'agent',
        reversibility: 'compensating',
        captureFailed: false,
        facts: null,
        driftScore: null,
        driftPercentile: null,
      }).decision !== 'BLOCK';
  },
  /** Rules indexed by action and type of subject, conditions on its fields. */
  CASL: (count) => {
    const { can, cannot, build } = new AbilityBuilder(createMongoAbility);
    can('call', 'all');
    for (let index = 0; index < count; index++) cannot('call', resourceOf(index), { amount: { $gt: LIMIT } });
    const ability = build();
    return ({ resource, amount }) => ability.can('call', subject(resource, { amount, currency: 'eur' }));
  },
  /** Policies parsed once and kept in WebAssembly, with the resource in their scope. */
  Cedar: (count) => {
    const forbidden = Array.from(
      { length: count },
      (_, index) =>
        `forbid(principal, action, resource == Api::"${resourceOf(index)}") when { context.amount > ${LIMIT} };`,
    );
    const staticPolicies = ['permit(principal, action, resource);', ...forbidden].join('\n');
    const { type, errors } = preparsePolicySet(`of ${count}`, { staticPolicies });
    if (type !== 'success') throw new Error(errors.map(({ message }) => message).join());
    return ({ resource, operation, amount }) => {
      const answer = statefulIsAuthorized({
        principal: { type: 'Agent', id: 'agent' },
        action: { type: 'Action', id: operation },
        resource: { type: 'Api', id: resource },
        context: { amount },
        preparsedPolicySetId: `of ${count}`,
        entities: [],
      });
      if (answer.type !== 'success') throw new Error(answer.errors.map(({ message }) => message).join());
      return answer.response.decision === 'allow';
    };
  },
  /** One line a policy, and a matcher that its compiler makes a function of; asked without a promise. */
  casbin: async (count) => {
    const model = newModelFromString(`
[request_definition]
r = api, amount
[policy_definition]
p = pattern, limit, eft
[policy_effect]
e = !some(where (p.eft == deny))
[matchers]
m = keyMatch(r.api, p.pattern) && r.amount > p.limit`);
    const lines = Array.from({ length: count }, (_, index) => `p, ${resourceOf(index)}.*, ${LIMIT}, deny`);
    const enforcer = await newEnforcer(model, new StringAdapter(lines.join('\n')));
    return ({ apiName, amount }) => enforcer.enforceSync(apiName, amount);
  },
};

const COUNTS = [10, 100, 1_000];
const ROUNDS = 5;
const TURN_MS = 200;

/** Microseconds of a decision, medians of turns: of each engine, with ten, a hundred and a thousand policies. */
export async function timeDecisions() {
  const cells = [];
  for (const count of COUNTS) {
    const expected = CALLS.map(({ resource, amount }) => {
      const isNamed = Array.from({ length: count }, (_, index) => resourceOf(index)).includes(resource);
      return !(isNamed && amount > LIMIT);
    });
    for (const [engine, make] of Object.entries(ENGINES)) {
      const decide = await make(count);
      deepStrictEqual(CALLS.map(decide), expected, `${engine} decides otherwise with ${count} policies`);
      cells.push({ engine, count, decide, turns: [] });
    }
  }
  for (let round = 0; round <= ROUNDS; round++)
    for (const cell of cells) {
      const microseconds = timeOf(cell.decide);
      // The first one warms up.
      if (round > 0) cell.turns.push(microseconds);
    }
  return Object.keys(ENGINES).map((engine) => ({
    engine,
    microseconds: COUNTS.map((count) => {
      const { turns } = cells.find((cell) => cell.engine === engine && cell.count === count);
      return turns.toSorted((a, b) => a - b)[Math.floor(turns.length / 2)];
    }),
  }));
}

function timeOf(decide) {
  const begun = performance.now();
  let decisions = 0;
  for (let batch = 1; performance.now() - begun < TURN_MS; batch = Math.min(2 * batch, 1_000)) {
    for (let count = 0; count < batch; count++) decide(CALLS[0]);
    decisions += batch;
  }
  return ((performance.now() - begun) * 1_000) / decisions;
}
