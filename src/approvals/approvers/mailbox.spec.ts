import { mailboxOf } from './mailbox.js';

describe('two spellings of an e-mail address', () => {
  it.each([
    ['another case', 'ADA@Example.COM'],
    ['blanks', '  ada@example.com\n'],
    ['an invisible character', 'a\u200bda@exam\u00adple.com'],
    ['fullwidth letters', '\uff41\uff44\uff41\uff20example.com'],
    ['quotes', '"ada"@example.com'],
    ['escapes', '"a\\da"@example.com'],
    ['a display name', 'Ada Lovelace <ada@example.com>'],
    ['a scheme', 'mailto:ada@example.com'],
    ['a comment', 'ada(home)@example.com'],
    ['a tag', 'ada+agent@example.com'],
    ['a final dot', 'ada@example.com.'],
  ])('are one person: %s', (_, spelling) => {
    expect(mailboxOf(spelling)).toBe('ada@example.com');
  });

  it('are one person where the domain is written in Punycode', () => {
    expect(mailboxOf('ada@xn--bcher-kva.example')).toBe(mailboxOf('ada@B\u00dcCHER.example'));
    expect(mailboxOf('ada@xn--bcher-kva.example')).toBe(mailboxOf('ada@bu\u0308cher.example'));
  });

  it('are two people where another mailbox or another text is named', () => {
    const others = ['ada2@example.com', 'ada@example.org', 'ada', 'example.com', '', '+ada@example.com', 'customer-42'];
    expect(others.filter((other) => mailboxOf(other) === 'ada@example.com')).toEqual([]);
    expect(new Set(others.map(mailboxOf)).size).toBe(others.length);
  });

  it('are compared in linear time', () => {
    for (const part of ['<', '(', '"', '\\', '+', '@', '.']) {
      expect(() => mailboxOf(part.repeat(255))).not.toThrow();
    }
  });
});
