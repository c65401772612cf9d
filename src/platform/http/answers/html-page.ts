import { createHash } from 'node:crypto';

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem}' +
  'pre{overflow-x:auto;padding:1rem;border:1px solid}:root{color-scheme:light dark}';

/** The headers of a {@link page}: it loads nothing, runs nothing, sends nothing, and is shown in no frame. */
export const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
} as const;

/** A whole page. `body` is HTML: what others wrote goes through {@link escaped} first. */
export const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
${body}
</html>
`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
