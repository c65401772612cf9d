import { isHeld } from './covers.js';

describe('a rule that names an operation', () => {
  it.each([
    [{ apiName: 'db.rows.delete' }, true],
    [{ apiName: 'db.query', mayDo: ['db.rows.update', 'db.rows.delete'] }, true],
    [{ apiName: 'db.query', mayDo: ['db.rows.update'] }, false],
    [{ apiName: 'db.query' }, false],
  ])('holds for a call by its name and by what it may do: %j', (call, held) => {
    expect(isHeld(call, (name) => name === 'db.rows.delete')).toBe(held);
  });

  it.each([
    ['gmail.messages.delete', 'gmail.messages.batchDelete', true],
    ['hubspot.crm.contacts.basicApi.archive', 'hubspot.crm.contacts.batchApi.archive', true],
    ['hubspot.crm.contacts.basicApi.create', 'hubspot.crm.contacts.batchApi.upsert', true],
    ['hubspot.crm.contacts.basicApi.update', 'hubspot.crm.contacts.batchApi.upsert', true],
    ['hubspot.crm.contacts.basicApi.archive', 'hubspot.crm.contacts.batchApi.upsert', false],
    ['linear.updateIssue', 'linear.updateIssueBatch', true],
    ['gmail.messages.batchDelete', 'gmail.messages.delete', false],
    ['gmail.messages.modify', 'gmail.messages.batchDelete', false],
  ])('of one thing, %s, holds for the same of many, %s: %s', (named, apiName, held) => {
    expect(isHeld({ apiName }, (name) => name === named)).toBe(held);
  });
});
