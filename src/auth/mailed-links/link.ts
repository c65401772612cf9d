import { backoff } from '../../platform/due-work/backoff.js';

/** What a link that was mailed is good for. */
export type Purpose = 'reset-password' | 'verify-email';

/** From the moment it is sent (docs/contract.md, "Auth"). */
export const LIFE_SECONDS: Record<Purpose, number> = { 'reset-password': 600, 'verify-email': 86_400 };

const GIVE_UP_AFTER_SECONDS = 86_400;
const FIRST_WAIT_SECONDS = 2;
const LONGEST_WAIT_SECONDS = 900;

/**
 * Seconds until a mail that could not be sent is tried again: twice as long each time, a quarter of an hour at most.
 * Null: a day has passed, and it is given up.
 */
export function retryAfter(attempts: number, ageSeconds: number): number | null {
  if (ageSeconds >= GIVE_UP_AFTER_SECONDS) return null;
  return backoff(attempts, FIRST_WAIT_SECONDS, 2, LONGEST_WAIT_SECONDS);
}

/**
 * The mail itself, in plain text. It contains nothing that a user typed, not even a name: a person who registers a stranger's
 * address cannot send the stranger a message through us.
 */
export function mailOf(purpose: Purpose, token: string, urls: { dashboardUrl: string; publicUrl: string }) {
  return purpose === 'reset-password'
    ? {
        subject: 'Set a new password',
        text: `We received a request to set a new password for your Backstop account. Open this link within ten minutes:

${urls.dashboardUrl}/reset-password#token=${token}

It ends every session of before. If it was not you, there is nothing to do: your password stays as it is.
`,
      }
    : {
        subject: 'Confirm your e-mail address',
        text: `This address was given for a Backstop account. If it is yours, open this link within 24 hours:

${urls.publicUrl}/auth/verify-email?token=${token}

If it was not you, there is nothing to do.
`,
      };
}
