import type { Json } from '../json.js';

/** Stands for a secret in what is recorded. Imports nothing but types. */
export const SECRET = '[redacted]';

/** Forms that only secrets have, whatever text they are in. */
const TOKENS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]{0,20000}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
  /\b(?:sk|rk|pk|whsec)_(?:live_|test_)?[A-Za-z0-9]{16,}/g,
  /\bsk-[A-Za-z0-9_-]{20,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_\w{20,}/g,
  /\bglpat-[\w-]{16,}/g,
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\bxox[abeprs]-[\w-]{10,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\bbks_(?:live|test|op)_\w{16,}/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
];

/** A secret after words that announce it: the words stay. */
const ANNOUNCED: readonly RegExp[] = [
  /\b(authorization\s{0,8}[:=]\s{0,8}(?:[a-z]{1,20}\s{1,8})?)([^\s'"$][^\s'"]*)/gi,
  /\b(bearer\s{1,8})([\w.~+/=-]{8,})/gi,
  /\b([a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{0,200}:)([^\s@/$]+)(?=@)/gi,
];

/** The patterns in a command line, where a name and a value are an option or a variable. */
const IN_COMMANDS: readonly RegExp[] = [
  /((?<![\w-])--?[\w-]{0,40}(?:password|passwd|secret|token|api-?key|private-?key|access-?key|credentials?)(?:\s{1,8}|=)['"]?)([^\s'"$][^\s'"]*)/gi,
  /((?<![\w-])[\w-]{0,40}(?:password|passwd|secret|token|api_?key|private_?key|access_?key|credentials?)=['"]?)([^\s'"$;&|][^\s'";&|]*)/gi,
  /((?<![\w-])(?:-u|--user)(?:\s{1,8}|=)['"]?[^\s:'"]{1,200}:)([^\s'"$]+)/g,
  /(\bsshpass\s{1,8}-p\s{0,8}['"]?)([^\s'"$]+)/g,
];

/** Too short to be looked for: it would be found in ordinary words. */
const SHORTEST_VALUE = 8;

/**
 * Returns a function that replaces secrets in every text of a value. It finds what looks like one, and the values of
 * variables that the harness itself runs with; it cannot find a secret that looks like an ordinary word.
 * @param isCommand the text of a command line, by the path of members that leads to it
 */
export function secretsHidden(
  environment: Readonly<Record<string, string | undefined>>,
  isSecretName: (name: string) => boolean,
  isCommand: (path: readonly string[]) => boolean,
): <T extends Json>(value: T) => T {
  const values = Object.entries(environment)
    .flatMap(([name, value]) => (value && value.length >= SHORTEST_VALUE && isSecretName(name) ? [value] : []))
    .sort((a, b) => b.length - a.length);
  const inText = (text: string, path: readonly string[]) => {
    let hidden = text;
    for (const value of values) hidden = hidden.replaceAll(value, SECRET);
    for (const form of TOKENS) hidden = hidden.replace(form, SECRET);
    for (const form of [...ANNOUNCED, ...(isCommand(path) ? IN_COMMANDS : [])])
      hidden = hidden.replace(form, (_, words: string) => `${words}${SECRET}`);
    return hidden;
  };
  const hide = (value: Json, path: readonly string[]): Json => {
    if (typeof value === 'string') return inText(value, path);
    if (Array.isArray(value)) return value.map((item, index) => hide(item, [...path, String(index)]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, hide(member, [...path, name])]));
  };
  return <T extends Json>(value: T) => hide(value, []) as T;
}
