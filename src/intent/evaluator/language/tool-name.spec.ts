import { describe, expect, it } from '@jest/globals';
import { type Operation, readToolName, verbOf } from './tool-name.js';

const classOf = (apiName: string, operation: Operation = 'EXECUTE') => verbOf(readToolName(apiName), operation);

describe('what a call does', () => {
  it.each([
    ['gmail.messages.list', 'READ', 'READ'],
    ['gmail.messages.send', 'EXECUTE', 'SEND'],
    ['stripe.refunds.list', 'READ', 'READ'],
    ['stripe.refunds.create', 'CREATE', 'PAY'],
    ['stripe.payment_intents.cancel', 'UPDATE', 'DELETE'],
    ['twilio.messages.create', 'CREATE', 'SEND'],
    ['slack.chat.postMessage', 'CREATE', 'SEND'],
    ['stripe.customers.create', 'CREATE', 'CREATE'],
    ['bank.send_money', 'EXECUTE', 'SEND'],
    ['github.issues.update', 'UPDATE', 'UPDATE'],
    ['github.checks.create', 'EXECUTE', 'CREATE'],
  ] as const)('%s, logged as %s: %s', (apiName, operation, expected) => {
    expect(classOf(apiName, operation)).toBe(expected);
  });

  it('reads if its name says so, though it was logged as anything would be', () => {
    expect(classOf('shop.list_orders')).toBe('READ');
    expect(classOf('shop.list_orders', 'CREATE')).toBe('READ');
    expect(classOf('shop.orders.get')).toBe('READ');
  });

  it('is what was logged where the name leaves it open', () => {
    expect(classOf('postgres.query')).toBe('EXECUTE');
    expect(classOf('postgres.query', 'DELETE')).toBe('DELETE');
    expect(classOf('mongo.find_one_and_delete')).toBe('EXECUTE');
    expect(classOf('shop.get_or_create_cart', 'CREATE')).toBe('CREATE');
    expect(classOf('hotel.check_in_guest', 'CREATE')).toBe('CREATE');
    expect(classOf('shop.list_orders', 'DELETE')).toBe('DELETE');
    expect(classOf('a.b', 'UPDATE')).toBe('UPDATE');
  });

  it('is what the name says where it was logged as a read', () => {
    expect(classOf('shop.delete_order', 'READ')).toBe('DELETE');
  });
});
