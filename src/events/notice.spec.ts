import { type Event, linkTo, toBody } from './event.js';
import { mailOf, slackMessage } from './notice.js';

const DASHBOARD = 'https://app.example/dashboard';
const requested = (more: object = {}): Event => ({
  id: 'e1',
  type: 'approval.requested',
  timestamp: '2026-01-02T03:04:05.678Z',
  data: {
    approvalId: 'a1',
    sessionId: 's1',
    apiName: 'crm.delete',
    agentId: 'bot',
    reason: null,
    review: false,
    ...more,
  },
});

describe('the notice of a requested approval', () => {
  it.each([
    ['bidi', 'crm.\u202Edelete', 'crm.⟦U+202E⟧delete'],
    ['zero-width', 'crm.\u200Bdelete', 'crm.⟦U+200B⟧delete'],
    ['tags', 'crm.\u{E0041}delete', 'crm.⟦U+E0041⟧delete'],
    ['line ends', 'crm\r\nBcc: all@example.com', 'crm⟦U+000D⟧⟦U+000A⟧Bcc: all@example.com'],
    ['tabs', 'crm\tdelete', 'crm⟦U+0009⟧delete'],
    ['what looks like their form', 'crm⟦U+202E⟧', 'crm⟦U+27E6⟧U+202E⟧'],
    ['links', 'https://evil.example/approve', 'https[:]//evil.example/approve'],
  ])('shows %s in names and reasons', (_, text, shown) => {
    const { subject, text: mail } = mailOf(requested({ apiName: text, reason: text }), DASHBOARD);
    expect(subject).toBe(`A call waits for your approval: ${shown}`);
    expect(mail).toContain(`Call: ${shown}\nAgent: bot\nReason: ${shown}\n`);
    const slack = slackMessage(requested({ apiName: text, reason: text }), DASHBOARD);
    expect(slack.blocks[0]?.text.text).toContain(`Call: ${shown}\nAgent: bot\nReason: ${shown}`);
  });

  it('lets nothing in Slack begin a mention, a link or an entity', () => {
    const { text, blocks } = slackMessage(requested({ reason: '<!channel> <https://a|b> &lt;@U1&gt;' }), DASHBOARD);
    const shown = 'Reason: &lt;!channel&gt; &lt;https[:]//a|b&gt; &amp;lt;@U1&amp;gt;';
    expect([text, blocks[0]?.text.text].map((one) => one?.split('\n')[3])).toEqual([shown, shown]);
    expect(blocks[1]?.text.text).toBe('<https://app.example/dashboard/approvals/a1|Open in Backstop>');
  });

  it('cuts what is too long, by characters', () => {
    const { text } = mailOf(requested({ reason: '😀'.repeat(600) }), DASHBOARD);
    expect(text).toContain(`Reason: ${'😀'.repeat(500)}…\n`);
  });

  it('marks reviews and simulated sessions', () => {
    const subjectOf = (more: object) => mailOf(requested(more), DASHBOARD).subject;
    expect(subjectOf({ review: true })).toBe('A call that has run already waits for its review: crm.delete');
    expect(subjectOf({ simulated: true })).toBe('A call waits for your approval (simulated): crm.delete');
  });

  it.each([
    [{ approvalId: 'a1', sessionId: 's1' }, '/approvals/a1'],
    [{ sessionId: 's1' }, '/sessions/s1'],
    [{ webhookId: 'w1' }, '/settings/webhooks'],
  ])('leads %j to %s', (data, path) => {
    const event = { ...requested(), data };
    expect(linkTo(event, DASHBOARD)).toBe(DASHBOARD + path);
    expect(JSON.parse(toBody(event, DASHBOARD))).toEqual({ ...event, data: { ...data, url: DASHBOARD + path } });
  });
});
