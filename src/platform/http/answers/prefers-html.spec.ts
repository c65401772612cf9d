import { prefersHtml, prefersJson } from './prefers-html.js';

describe('prefersHtml', () => {
  it.each([
    ['Firefox and Chrome', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['HTML alone', 'text/html'],
    ['capitals and spaces', ' Text/HTML ; Q=0.9 , application/json ; q=0.8'],
    ['any text', 'text/*'],
    ['HTML before anything else', 'text/html, */*;q=0.1'],
    ['anything but JSON', '*/*, application/json;q=0'],
  ])('is true for %s', (_, accept) => {
    expect(prefersHtml(accept)).toBe(true);
  });

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['curl and fetch', '*/*'],
    ['JSON', 'application/json'],
    ['both alike', 'text/html, application/json'],
    ['JSON above HTML', 'text/html;q=0.5, application/json'],
    ['anything but HTML', '*/*, text/html;q=0'],
    ['HTML that is refused', 'text/html;q=0'],
    ['a picture', 'image/png'],
    ['a quality that is no number', 'text/html;q=..'],
    ['no media type', 'html;;,=,;q='],
  ])('is false for %s', (_, accept) => {
    expect(prefersHtml(accept)).toBe(false);
  });
});

describe('prefersJson', () => {
  it.each([
    ['JSON alone', 'application/json', true],
    ['JSON above HTML', 'text/html;q=0.5, application/json', true],
    ['anything but HTML', '*/*, text/html;q=0', true],
    ['both alike', 'text/html, application/json', false],
    ['curl and fetch', '*/*', false],
    ['a browser', 'text/html,*/*;q=0.8', false],
    ['no header', undefined, false],
  ])('reads %s', (_, accept, expected) => {
    expect(prefersJson(accept)).toBe(expected);
  });
});
