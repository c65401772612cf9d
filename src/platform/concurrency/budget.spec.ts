import { Budget } from './budget.js';

const taken = (budget: Budget, owner: string, amount: number) => {
  const free: (() => void)[] = [];
  for (let next = budget.take(owner, amount); next; next = budget.take(owner, amount)) free.push(next);
  return free;
};

describe('a budget', () => {
  it('gives an owner that is alone half, and leaves some for each that comes after it', () => {
    const budget = new Budget(64);
    const parts = ['a', 'b', 'c', 'd'].map((owner) => taken(budget, owner, 1).length);
    expect(parts).toEqual([32, 16, 8, 4]);
  });

  it('gives a part again when it is free, once', () => {
    const budget = new Budget(4);
    const [first] = taken(budget, 'a', 1);
    first?.();
    first?.();
    expect(taken(budget, 'a', 1)).toHaveLength(1);
  });
});
