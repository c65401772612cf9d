import { linkTo, mailOf, retryAfter } from './link.js';

describe('a mail that could not be sent', () => {
  it('is tried again after twice as long each time, a quarter of an hour at most', () => {
    const waits = Array.from({ length: 12 }, (_, index) => retryAfter(index + 1, 60));
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  });

  it('is given up after a day', () => {
    expect(retryAfter(100, 86_399)).toBe(900);
    expect(retryAfter(100, 86_400)).toBeNull();
    expect(retryAfter(1, 200_000)).toBeNull();
  });
});

describe('a link', () => {
  const urls = { dashboardUrl: 'https://example.test/dashboard', publicUrl: 'https://example.test' };
  const linkIn = (text: string) => text.split('\n').filter((line) => line.startsWith('http'));

  it('to set a password carries its token in the fragment, which no server sees', () => {
    const { text } = mailOf('reset-password', 'a-token', urls);
    expect(linkIn(text)).toEqual(['https://example.test/dashboard/reset-password#token=a-token']);
  });

  it('to join an organization carries its token in the fragment too', () => {
    const { text } = mailOf('invitation', 'a-token', urls);
    expect(linkIn(text)).toEqual(['https://example.test/dashboard/accept-invitation#token=a-token']);
  });

  it('to confirm an address goes to the service itself, which leads a browser to its page', () => {
    const { text } = mailOf('verify-email', 'a-token', urls);
    expect(linkIn(text)).toEqual(['https://example.test/auth/verify-email?token=a-token']);
    expect(linkTo(urls, 'verify-email', 'a&b')).toBe('https://example.test/dashboard/verify-email#token=a%26b');
  });
});
