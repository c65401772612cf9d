import { isEmail } from 'class-validator';
import { mailboxOf } from './mailbox.js';

describe('mailboxOf', () => {
  it.each([
    ['user@example.com', 'user@example.com'],
    ['User.Name+tag@Example.com', 'User.Name+tag@Example.com'],
    ['"user"@example.com', 'user@example.com'],
    ['"us\\er"@example.com', 'user@example.com'],
    ['"\\u\\s\\e\\r"@example.com', 'user@example.com'],
    ['"first.last"@example.com', 'first.last@example.com'],
    ['"grüße"@example.com', 'grüße@example.com'],
    ['"a b"@example.com', '"a b"@example.com'],
    ['"a\\ b"@example.com', '"a b"@example.com'],
    ['"a..b"@example.com', '"a..b"@example.com'],
    ['".a"@example.com', '".a"@example.com'],
    ['"a@b"@example.com', '"a@b"@example.com'],
    ['"a\\"b"@example.com', '"a\\"b"@example.com'],
    ['"a\\\\b"@example.com', '"a\\\\b"@example.com'],
    ['""@example.com', '""@example.com'],
    ['"open@example.com', '"open@example.com'],
  ])('writes %s as %s, and leaves that as it is', (address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox);
    expect(mailboxOf(mailbox)).toBe(mailbox);
  });

  it('gives every quoted form of a plain address the same mailbox, where the service takes it as an address', () => {
    const forms = ['user', '"user"', '"\\user"', '"u\\ser"', '"us\\er"', '"use\\r"'].map(
      (local) => `${local}@example.com`,
    );
    const taken = forms.filter((form) => isEmail(form));
    expect(taken.length).toBeGreaterThan(1);
    expect(new Set(taken.map(mailboxOf))).toEqual(new Set(['user@example.com']));
  });
});
