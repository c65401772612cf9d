import type { Comparison } from '../policy.js';
import { outsideDomain } from './domains.js';

const outside = (field: string, operator: string, value: unknown, more: object = {}) =>
  outsideDomain({ field, operator, value, ...more } as Comparison);

describe('a comparison with a fact', () => {
  it.each<[string, string, unknown]>([
    ['operationType', 'eq', 'READS'],
    ['operationType', 'eq', 'read'],
    ['operationType', 'in', ['READ', 'WRITE']],
    ['operationType', 'gt', 1],
    ['reversibility', 'neq', 'Exact'],
    ['captureFailed', 'eq', 'true'],
    ['time.hour', 'gt', 23],
    ['time.hour', 'gt', 23.5],
    ['time.hour', 'eq', 24],
    ['time.hour', 'lt', 0],
    ['time.weekday', 'gte', 8],
    ['time.weekday', 'not_in', [0, 6]],
    ['time.weekday', 'eq', 'Monday'],
    ['session.calls', 'lt', 0],
    ['driftScore', 'gt', 1],
    ['driftScore', 'gte', 70],
    ['driftPercentile', 'gt', 100],
  ])('is refused where the fact has no such value: %s %s %j', (field, operator, value) => {
    expect(outside(field, operator, value)).toMatch(/^(one of|a whole number from|a number from) /);
  });

  it.each<[string, string, unknown, object]>([
    ['operationType', 'in', ['READ', 'DELETE'], {}],
    ['operationType', 'eq', 'delete', { ignoreCase: true }],
    ['operationType', 'starts_with', 'UP', {}],
    ['operationType', 'exists', true, {}],
    ['reversibility', 'eq', 'EXACT', { ignoreCase: true }],
    ['captureFailed', 'eq', true, {}],
    ['time.hour', 'gt', 22.5, {}],
    ['time.hour', 'lt', 24, {}],
    ['time.weekday', 'in', [6, 7], {}],
    ['session.calls', 'gt', 1_000_000, {}],
    ['driftScore', 'gte', 1, {}],
    ['driftScore', 'lt', 0.001, {}],
    ['driftPercentile', 'gt', 99.9, {}],
    ['payload.hour', 'eq', 25, {}],
  ])('may be meant: %s %s %j', (field, operator, value, more) => {
    expect(outside(field, operator, value, more)).toBeUndefined();
  });
});
