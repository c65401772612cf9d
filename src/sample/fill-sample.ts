import { randomBytes } from 'node:crypto';
import type { Backdate } from './backdate.js';
import { minutesBack } from './minutes-back.js';
import { SAMPLE_AGENTS, SAMPLE_POLICIES, SAMPLE_SESSIONS, type SampleCall, type SampleSession } from './story.js';

/** The dashboard marks the organization of this address, and offers to remove it. The domain is reserved (RFC 2606). */
export const SAMPLE_EMAIL = 'sample@backstop.invalid';

export interface SampleAccount {
  readonly email: string;
  readonly password: string;
}

interface Answer {
  readonly status: number;
  /** `data` of an answer, `error` of a refusal. */
  readonly data: Record<string, unknown>;
}

type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>;

const client =
  (url: string, credential: string | null): Ask =>
  async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(credential !== null && { authorization: `Bearer ${credential}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { data, error } = (await response.json()) as { data: Answer['data'] | null; error: Answer['data'] | null };
    return { status: response.status, data: data ?? error ?? {} };
  };

const isDone = ({ status }: Answer) => status < 300;

/**
 * Makes the sample organization by the public interface, as a person and three agents would, and moves each session to
 * its day of the past week.
 * @returns null where it is there already
 * @throws Error where the service refuses what the sample needs
 */
export async function fillSample(url: string, backdate: Backdate): Promise<SampleAccount | null> {
  const account = { email: SAMPLE_EMAIL, password: randomBytes(18).toString('base64url') };
  const registered = await client(url, null)('POST', '/auth/register', { ...account, name: 'Sample data' });
  if (registered.status === 409) return null;
  const operator = client(url, text(registered, 'token'));
  for (const agent of SAMPLE_AGENTS) await operator('POST', '/agents', agent);
  // A plan without policies refuses them; the sessions are created nevertheless.
  for (const policy of SAMPLE_POLICIES) await operator('POST', '/policies', policy);
  const key = await operator('POST', '/api-keys', { name: 'Sample agents', kind: 'live' });
  const agent = client(url, text(key, 'key'));
  const { id: organization } = registered.data.organization as { id: string };
  for (const [index, session] of SAMPLE_SESSIONS.entries()) {
    const minutes = minutesBack(session.daysAgo, index, SAMPLE_SESSIONS.length, new Date());
    await play(agent, session, organization, backdate, minutes);
  }
  return account;
}

async function play(
  agent: Ask,
  { agentId, intent, onBehalfOf, calls, isOpen }: SampleSession,
  organization: string,
  backdate: Backdate,
  minutes: number,
): Promise<void> {
  const id = text(await agent('POST', '/sessions', { agentId, intent, ...(onBehalfOf && { onBehalfOf }) }), 'id');
  await backdate.opened(organization, id, minutes);
  for (const call of calls) await make(agent, id, call);
  if (!isOpen) await agent('PATCH', `/sessions/${id}`, { status: 'COMPLETED' });
  await backdate.made(organization, id, minutes);
}

/** Acts as the SDK does: asks, then reports the outcome of the call; a call that waits or is blocked is not made. */
async function make(agent: Ask, session: string, { response, fails, isLost, ...call }: SampleCall): Promise<void> {
  const asked = await agent('POST', `/sessions/${session}/actions`, call);
  if (!isDone(asked) || asked.data.status !== 'CLEARED') return;
  const outcome = isLost ? { status: 'UNKNOWN' } : { status: fails ? 'FAILED' : 'SUCCESS', response };
  await agent('PATCH', `/sessions/${session}/actions/${text(asked, 'id')}`, outcome);
}

function text(answer: Answer, member: string): string {
  const value = answer.data[member];
  if (!isDone(answer) || typeof value !== 'string')
    throw new Error(`The service refused sample data: ${answer.status} ${String(answer.data.detail ?? '')}`);
  return value;
}

/** `npm start -- --sample` prints this below the greeting. */
export const sampleGreeting = (account: SampleAccount | null): string =>
  account
    ? `  Sample data: sign in as ${account.email} with the password ${account.password}\n`
    : `  The sample data exists already. To create it again, remove it in the dashboard of ${SAMPLE_EMAIL} first.\n`;
