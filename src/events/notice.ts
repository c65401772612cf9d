import { reveal } from '../platform/reveal/reveal.js';
import { type Event, linkTo, TEST_EVENT } from './event.js';

const LONGEST = 500;
const LINE_ENDS: Record<string, string> = { '\t': '⟦U+0009⟧', '\n': '⟦U+000A⟧', '\r': '⟦U+000D⟧' };

/** A text that an agent or a person wrote, on one line, with nothing in it that a reader would not see. */
function displayText(value: unknown): string {
  const text = typeof value === 'string' ? value : '';
  const line = reveal(text).replaceAll(/[\t\n\r]/g, (end) => LINE_ENDS[end] ?? '');
  // An address that an agent made up must not become a link in a person's mailbox.
  const characters = Array.from(line.replaceAll('://', '[:]//'));
  return characters.slice(0, LONGEST).join('') + (characters.length > LONGEST ? '…' : '');
}

/** The text that a person reads before they open the dashboard. */
function wordsOf({ type, data }: Event): { title: string; facts: [string, string][] } {
  if (type === TEST_EVENT) return { title: 'This is a test: requested approvals will be announced here.', facts: [] };
  const what =
    data.review === true ? 'A call that has run already waits for its review' : 'A call waits for your approval';
  return {
    title: data.simulated === true ? `${what} (simulated)` : what,
    facts: [
      ['Call', displayText(data.summary ?? data.apiName)],
      ['Operation', data.summary ? displayText(data.apiName) : ''],
      ['Agent', displayText(data.agentId)],
      ['Reason', displayText(data.reason)],
      ['Approvers', namesOf(data.approvers)],
      [data.onExpiry === 'approve' ? 'Runs, unless stopped, at' : 'Until', displayText(data.expiresAt)],
    ].filter((fact): fact is [string, string] => fact[1] !== ''),
  };
}

const namesOf = (groups: unknown): string =>
  (Array.isArray(groups) ? groups : []).map(({ name }) => displayText(name)).join(', ');

/** Slack's control characters are escaped, so that they are shown as text. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * The message for an incoming webhook of Slack. Texts that others wrote stand in a plain text block, which reads no
 * markup.
 */
export function slackMessage(event: Event, dashboardUrl: string) {
  const { title, facts } = wordsOf(event);
  const lines = [title, ...facts.map(([name, value]) => `${name}: ${value}`)].map(escaped);
  return {
    text: lines.join('\n'),
    mrkdwn: false,
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'section', text: { type: 'plain_text', emoji: false, text: lines.join('\n') } },
      {
        type: 'section',
        text: { type: 'mrkdwn', verbatim: true, text: `<${escaped(linkTo(event, dashboardUrl))}|Open in Backstop>` },
      },
    ],
  };
}

/** A mail names at most so many calls; the inbox lists them all. */
const NAMED = 20;

/**
 * A mail in plain text. Its only link opens the dashboard.
 * @param together more requested approvals, which go in the same mail
 */
export function mailOf(event: Event, dashboardUrl: string, together: readonly Event[] = []) {
  return together.length === 0 ? singleMail(event, dashboardUrl) : digest([event, ...together], dashboardUrl);
}

function digest(events: readonly Event[], dashboardUrl: string): { subject: string; text: string } {
  const title = `${events.length} calls wait for your approval`;
  const agents = [...new Set(events.map(({ data }) => displayText(data.agentId)))];
  const [agent = ''] = agents;
  const isOne = agents.length === 1;
  const calls = events.slice(0, NAMED).map(({ data }) => {
    const reason = displayText(data.reason);
    const what = displayText(data.summary ?? data.apiName);
    const call = isOne ? what : `${what} by ${displayText(data.agentId)}`;
    return `- ${call}${reason && `: ${reason}`}\n`;
  });
  const more = events.length > NAMED ? `- and ${events.length - NAMED} more\n` : '';
  const why = isOne
    ? `One agent asked for them; after three mails in ten minutes its calls come in one mail.\n\nAgent: ${agent}`
    : `${agents.length} agents asked for them; after twelve mails in ten minutes all calls come in one mail.\n`;
  return {
    subject: isOne && agent ? `${title}: ${agent}` : title,
    text: `${title}. ${why}
${calls.join('')}${more}
Look at them in the dashboard, and decide nowhere else:

${dashboardUrl}/approvals
`,
  };
}

function singleMail(event: Event, dashboardUrl: string): { subject: string; text: string } {
  const { title, facts } = wordsOf(event);
  // A subject shows on locked screens, so it names the operation alone.
  const about = displayText(event.data.apiName);
  return {
    subject: about ? `${title}: ${about}` : title,
    text: `${title}

${facts.map(([name, value]) => `${name}: ${value}\n`).join('')}
Look at it in the dashboard, and decide nowhere else:

${linkTo(event, dashboardUrl)}
`,
  };
}
