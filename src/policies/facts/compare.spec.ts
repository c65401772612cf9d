import type { FactValue, Thing } from '../../connectors/facts/facts.js';
import { compilePolicies } from '../matcher.js';
import type { Comparison, PolicyAction, PolicySubject } from '../policy.js';

const NO_WINDOWS = { sessionId: 's', simulated: false, holds: new Map() };

const table = (name: string): Thing => ({ readings: [name], isPartial: true });
const qualified = (schema: string, name: string): Thing => ({ readings: [`${schema}.${name}`], aliases: [name] });

/** True when a policy holds for a call with these tables. */
function holds(
  comparison: Omit<Comparison, 'field'>,
  tables: FactValue | undefined | null,
  action: PolicyAction = 'BLOCK',
  field = 'target.table',
): boolean {
  const rule = { id: 'p', apiNamePattern: '*', action, enabled: true, mode: 'enforce', reason: null } as const;
  const subject: PolicySubject = {
    ...{ apiName: 'postgres.query', operationType: 'EXECUTE', payload: { sql: '' }, agentId: 'a', driftScore: null },
    ...{
      driftPercentile: null,
      reversibility: 'none',
      captureFailed: false,
      at: new Date(),
      session: null,
      windows: NO_WINDOWS,
    },
    facts: tables === null ? null : tables === undefined ? {} : { 'target.table': tables },
  };
  const condition = { field, ...comparison } as Comparison;
  return compilePolicies([{ ...rule, condition }])(subject).policyIds.length === 1;
}
const eq = (value: unknown) => ({ operator: 'eq', value }) as const;
const neq = (value: unknown) => ({ operator: 'neq', value }) as const;

describe('a policy that restricts and compares a fact', () => {
  it.each<[unknown, FactValue]>([
    ['customers', [table('customers')]],
    ['customers', [table('Customers')]],
    ['CUSTOMERS', [qualified('public', 'customers')]],
    ['public.customers', [qualified('public', 'customers')]],
    ['public.customers', [table('customers')]],
    ['customers', [table('orders'), qualified('shop', 'customers')]],
    ['customers', 'unknown'],
  ])('holds where one of the things may be meant: %j of %j', (value, tables) => {
    expect(holds(eq(value), tables)).toBe(true);
    expect(holds({ operator: 'in', value: ['nothing', value] }, tables, 'REQUIRE_APPROVAL')).toBe(true);
  });

  it.each<[unknown, FactValue]>([
    ['customers', [table('orders')]],
    ['customers', [qualified('customers', 'orders')]],
    ['public.customers', [qualified('shop', 'customers')]],
    ['customers', []],
  ])('does not hold where none is: %j of %j', (value, tables) => {
    expect(holds(eq(value), tables)).toBe(false);
  });

  it('holds by a negation unless all of the things are surely excepted', () => {
    expect(holds(neq('orders'), [table('orders')])).toBe(false);
    expect(holds(neq('orders'), [table('orders'), table('customers')])).toBe(true);
    expect(holds(neq('public.orders'), [table('orders')])).toBe(true);
    expect(holds(neq('orders'), 'unknown')).toBe(true);
    expect(holds({ operator: 'not_in', value: ['orders', 'stock'] }, [table('orders'), table('stock')])).toBe(false);
  });

  it('compares parts of a name of which the schema is not known with the simple name', () => {
    expect(holds({ operator: 'starts_with', value: 'public.cust' }, [table('customers')])).toBe(true);
    expect(holds({ operator: 'starts_with', value: 'public.cust' }, [table('orders')])).toBe(false);
    expect(holds({ operator: 'ends_with', value: '.customers' }, [table('customers')])).toBe(true);
  });

  it('compares forms with all names that they may stand for', () => {
    expect(holds({ operator: 'glob', value: 'cust*' }, [table('Customers')])).toBe(true);
    expect(holds({ operator: 'glob', value: 'public.cust*' }, [table('customers')])).toBe(true);
    expect(holds({ operator: 'glob', value: 'public.cust*' }, [table('orders')])).toBe(false);
    expect(holds({ operator: 'glob', value: 'pub*' }, [table('customers')])).toBe(true);
    expect(holds({ operator: 'glob', value: 'pub*ers' }, [table('stock')])).toBe(false);
    expect(holds({ operator: 'glob', value: 'pub*' }, [qualified('shop', 'customers')])).toBe(false);
    expect(holds({ operator: 'not_glob', value: 'public.*' }, [qualified('public', 'customers')])).toBe(false);
    expect(holds({ operator: 'not_glob', value: 'public.*' }, [table('customers')])).toBe(true);
    expect(holds({ operator: 'not_glob', value: 'cust*', ignoreCase: true }, [table('CUSTOMERS')])).toBe(false);
  });

  it('treats a name that would take long to normalize as a possible match, never as a certain one', () => {
    const long = [table(`a${'\u0301\u0323'.repeat(40_000)}`)];
    expect(holds(eq('customers'), long)).toBe(true);
    expect(holds({ operator: 'neq', value: 'customers', ignoreCase: true }, long)).toBe(true);
    expect(holds({ operator: 'neq', value: 'customers', ignoreCase: true }, long, 'ALLOW')).toBe(false);
    expect(holds({ operator: 'eq', value: 'customers', ignoreCase: true }, long, 'ALLOW')).toBe(false);
  });

  it('takes a call of an unknown operation for one that may touch anything', () => {
    expect(holds(eq('customers'), null)).toBe(true);
    expect(holds(eq('customers'), undefined)).toBe(false);
  });

  it('tells whether there is such a thing', () => {
    expect(holds({ operator: 'exists', value: true }, [table('a')])).toBe(true);
    expect(holds({ operator: 'exists', value: false }, [table('a')])).toBe(false);
    expect(holds({ operator: 'exists', value: false }, [])).toBe(true);
    expect(holds({ operator: 'exists', value: true }, undefined)).toBe(false);
  });
});

describe('a policy that allows and compares a fact', () => {
  const allows = (comparison: Omit<Comparison, 'field'>, tables: FactValue | undefined | null) =>
    holds(comparison, tables, 'ALLOW');

  it('holds where every resource is certain', () => {
    expect(allows(eq('customers'), [table('customers')])).toBe(true);
    expect(allows(eq('public.customers'), [qualified('public', 'customers')])).toBe(true);
    expect(allows(neq('orders'), [table('customers')])).toBe(true);
  });

  it.each<[string, FactValue | undefined | null]>([
    ['one of several', [table('customers'), table('orders')]],
    ['another case', [table('Customers')]],
    ['a schema that the policy does not name', [qualified('public', 'customers')]],
    ['none', []],
    ['no kind', undefined],
    ['an unknown one', 'unknown'],
    ['an unknown operation', null],
    ['two readings', [{ readings: ['customers', 'orders'] }]],
  ])('does not hold for %s', (_, tables) => {
    expect(allows(eq('customers'), tables)).toBe(false);
  });

  it('does not hold by a negation where the excepted resource may match, or no resource is named', () => {
    for (const tables of [[qualified('public', 'orders')], [table('ORDERS')], 'unknown', [], undefined] as const)
      expect(allows(neq('orders'), tables)).toBe(false);
  });
});

describe('an argument that a fact names too', () => {
  it('is compared with the fact as well in a policy that restricts, and alone in one that allows', () => {
    expect(holds(eq('customers'), [table('customers')], 'BLOCK', 'table')).toBe(true);
    expect(holds(eq('customers'), [table('customers')], 'BLOCK', 'payload.table')).toBe(true);
    expect(holds(eq('customers'), 'unknown', 'BLOCK', 'table')).toBe(true);
    expect(holds(eq('customers'), [table('orders')], 'BLOCK', 'table')).toBe(false);
    expect(holds(eq('customers'), [table('customers')], 'ALLOW', 'table')).toBe(false);
  });

  it('holds where the call has neither', () => {
    expect(holds(eq('customers'), undefined, 'BLOCK', 'table')).toBe(true);
    expect(holds(eq('customers'), null, 'BLOCK', 'table')).toBe(true);
  });

  it('says by its presence nothing of the fact', () => {
    expect(holds({ operator: 'exists', value: true }, [table('customers')], 'BLOCK', 'table')).toBe(false);
  });
});
