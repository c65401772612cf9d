import { normalizedText, visibleText } from './message-text.js';

describe('the meaning of a message', () => {
  it.each([
    ['Tom & Jerry <3', 'Tom &amp; Jerry &lt;3'],
    ['see https://example.com/a?b=1', 'see <https://example.com/a?b=1>'],
    ['see example.com', 'see <http://example.com|example.com>'],
    ['well done 👍🏽', 'well done :+1::skin-tone-4:'],
    ['two\nlines ', 'two\nlines'],
  ])("is the same in %j and in Slack's form of it", (sent, stored) => {
    expect(normalizedText(stored)).toBe(normalizedText(sent));
  });

  it('differs with the words', () => {
    expect(normalizedText('refund 10')).not.toBe(normalizedText('refund 100'));
  });

  it('is, for blocks, that of their texts, whatever ids they have', () => {
    const sent = [
      { type: 'section', text: { type: 'mrkdwn', text: 'a & b' }, fields: [{ type: 'plain_text', text: 'c' }] },
    ];
    const [section] = sent;
    const stored = [{ ...section, block_id: 'x1', text: { type: 'mrkdwn', text: 'a &amp; b', verbatim: false } }];
    expect(visibleText(stored)).toBe('a & b c');
    expect(visibleText(sent)).toBe('a & b c');
  });
});
