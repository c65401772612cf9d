import { type Plan, planCovers } from './principal.js';

describe('plans', () => {
  it('cover themselves and every lower one', () => {
    const plans: Plan[] = ['FREE', 'PRO', 'TEAM'];
    const covered = plans.map((plan) => plans.filter((required) => planCovers(plan, required)));
    expect(covered).toEqual([['FREE'], ['FREE', 'PRO'], ['FREE', 'PRO', 'TEAM']]);
  });
});
