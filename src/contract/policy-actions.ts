/**
 * The decisions that a policy may ask for, from the least to the most restrictive. The domain `policy_decision` takes
 * the same ones.
 */
export const POLICY_ACTIONS = ['ALLOW', 'REQUIRE_APPROVAL', 'BLOCK'] as const;

export type PolicyAction = (typeof POLICY_ACTIONS)[number];
