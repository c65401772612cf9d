/** The only reasons for which a service that is up may refuse with 503. */
const UNAVAILABLE = ['unavailable', 'billing-not-configured', 'billing-unavailable', 'oauth-not-configured'];

/**
 * Judges an answer, whatever the request was.
 * @param {{ status: number, text: string }} answer
 * @param {readonly string[]} secrets of others
 * @returns {string | null} null: nothing is wrong with it
 */
export function whatIsWrong({ status, text }, secrets) {
  if (status === -1) return null;
  if (status === 0) return `there is no answer: ${text}`;
  const leaked = secrets.find((secret) => text.includes(secret));
  if (leaked) return `it names what belongs to another organization: ${leaked}`;
  if (status < 400) return null;
  const problem = problemOf(text);
  if (!problem) return 'it is no problem in an envelope';
  const code = codeOf(text);
  if (problem.status !== status) return `it says ${problem.status}`;
  if (/\bat .+:\d+:\d+|node_modules|SQLSTATE|ECONN|syntax error at/.test(problem.detail ?? ''))
    return `it tells of the inside: ${problem.detail}`;
  if (status < 500) return null;
  return status === 503 && UNAVAILABLE.includes(code) && problem.detail
    ? null
    : `it is a failure of the service: ${code}`;
}

/** `unavailable` of a problem. @param {string} text */
export const codeOf = (text) => problemOf(text)?.type.split('/').at(-1);

/** Returns the problem of an answer; null if it is none. */
function problemOf(text) {
  try {
    const { data, error, timestamp } = JSON.parse(text);
    const isProblem = data === null && typeof error.type === 'string' && typeof error.title === 'string';
    return isProblem && typeof timestamp === 'string' ? error : null;
  } catch {
    return null;
  }
}

/** Judges the answer to bytes that may be no HTTP: nothing, a problem, and public content are fine. */
export function whatIsWrongWithRaw(heard, secrets) {
  if (heard === '') return null;
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? Number.NaN);
  if (Number.isNaN(status)) return 'it is no answer of HTTP';
  const leaked = secrets.find((secret) => heard.includes(secret));
  if (leaked) return `it names what belongs to another organization: ${leaked}`;
  return status >= 500 && status !== 505 ? `it is a failure of the service: ${status}` : null;
}
