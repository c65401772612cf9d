import { backoff } from '../../platform/due-work/backoff.js';

/** The purpose of a mailed link. */
export type Purpose = 'reset-password' | 'verify-email' | 'invitation';

/** The life of a link, from the moment it is sent (docs/contract.md, "Auth"). */
export const LIFE_SECONDS: Record<Purpose, number> = {
  'reset-password': 600,
  'verify-email': 86_400,
  invitation: 604_800,
};

const GIVE_UP_AFTER_SECONDS = 86_400;
const FIRST_WAIT_SECONDS = 2;
const LONGEST_WAIT_SECONDS = 900;

/**
 * Seconds until a mail that could not be sent is tried again: twice as long each time, a quarter of an hour at most.
 * Null when a day has passed, and the mail is given up.
 */
export function retryAfter(attempts: number, ageSeconds: number): number | null {
  if (ageSeconds >= GIVE_UP_AFTER_SECONDS) return null;
  return backoff(attempts, FIRST_WAIT_SECONDS, 2, LONGEST_WAIT_SECONDS);
}

/** The page of the dashboard for the link's purpose; the token is in the fragment, which no server sees. */
export const linkTo = ({ dashboardUrl }: Pick<Urls, 'dashboardUrl'>, purpose: Purpose, token: string): string =>
  `${dashboardUrl}/${PAGES[purpose]}#${new URLSearchParams({ token })}`;

const PAGES: Record<Purpose, string> = {
  'reset-password': 'reset-password',
  'verify-email': 'verify-email',
  invitation: 'accept-invitation',
};

interface Urls {
  readonly dashboardUrl: string;
  readonly publicUrl: string;
}

/**
 * The mail itself, in plain text. It contains no text of a user, neither a name nor that of an organization: a person
 * who registers or invites a stranger's address cannot send the stranger a message through us.
 */
export const mailOf = (purpose: Purpose, token: string, urls: Urls) => MAILS[purpose](token, urls);

const MAILS: Record<Purpose, (token: string, urls: Urls) => { subject: string; text: string }> = {
  'reset-password': (token, urls) => ({
    subject: 'Set a new password',
    text: `We received a request to set a new password for your Backstop account. Open this link within ten minutes:

${linkTo(urls, 'reset-password', token)}

It ends every session of before. If it was not you, there is nothing to do: your password stays as it is.
`,
  }),
  'verify-email': (token, { publicUrl }) => ({
    subject: 'Confirm your e-mail address',
    text: `This address was given for a Backstop account. If it is yours, open this link within 24 hours:

${publicUrl}/auth/verify-email?token=${token}

If it was not you, there is nothing to do.
`,
  }),
  invitation: (token, urls) => ({
    subject: 'You are invited to an organization',
    text: `A member of an organization in Backstop invites this address to join it. If you expect that, open this link within seven days:

${linkTo(urls, 'invitation', token)}

Ask the person you expect it from whether they have sent it. If you do not expect it, there is nothing to do.
`,
  }),
};
