import { type GrantState, grantStatus, remainingUses } from './grant.js';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const grant = (more: Partial<GrantState> = {}): GrantState => ({
  uses: 1,
  maxUses: 3,
  expiresAt: new Date(NOW.getTime() + 1),
  revokedAt: null,
  ...more,
});

describe('a grant', () => {
  it.each<[string, Partial<GrantState>, string, number]>([
    ['has uses left and time', {}, 'ACTIVE', 2],
    ['is used up', { uses: 3 }, 'EXHAUSTED', 0],
    ['reaches its end', { expiresAt: NOW }, 'EXPIRED', 0],
    ['is revoked', { revokedAt: NOW }, 'REVOKED', 0],
    ['is revoked, used up and over', { revokedAt: NOW, uses: 3, expiresAt: NOW }, 'REVOKED', 0],
  ])('that %s says so, and how often it may still be used', (_, state, status, remaining) => {
    expect(grantStatus(grant(state), NOW)).toBe(status);
    expect(remainingUses(grant(state), NOW)).toBe(remaining);
  });
});
