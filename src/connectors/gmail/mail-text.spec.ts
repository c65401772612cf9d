import fc from '../../../test/support/properties.js';
import { composeMail, parseMail, setBy } from './mail-text.js';

const raw = (text: string) => Buffer.from(text, 'utf8').toString('base64url');

describe('the text of a mail', () => {
  it('is its headers, unfolded, and its body', () => {
    const mail = parseMail(
      raw('To: a@example.com,\r\n b@example.com\r\nSUBJECT: Grüße: an\r\nDate: today\r\n\r\nOne\r\n\r\nTwo\r\n'),
    );
    expect(mail).toMatchObject({
      to: 'a@example.com, b@example.com',
      subject: 'Grüße: an',
      cc: null,
      body: 'One\n\nTwo',
    });
    expect(mail).not.toHaveProperty('date');
  });

  it('is none when it is no UTF-8, or has a NUL, which no row may hold', () => {
    expect(parseMail(Buffer.from([0x53, 0x3a, 0xff, 0xfe]).toString('base64url'))).toBeNull();
    expect(parseMail(raw('Subject: x\r\n\r\na\0b'))).toBeNull();
  });

  it('sets what its author left out to nothing, but for what Gmail fills in', () => {
    const set = setBy(parseMail(raw('Subject: x\n\nbody')) ?? {});
    expect(set).toMatchObject({ subject: 'x', to: null, body: 'body' });
    expect(Object.keys(set)).not.toContain('from');
    expect(Object.keys(set)).not.toContain('content-type');
  });

  it('is read back unchanged, whatever it was', () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\0\r\n]/g, ' ').trim());
    const body = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\0\r]/g, '').replace(/\n+$/, ''));
    fc.assert(
      fc.property(fc.record({ subject: line, to: fc.option(line), body }), (fields) => {
        const mail = parseMail(composeMail(fields));
        expect(mail).toMatchObject(fields);
      }),
    );
  });
});
