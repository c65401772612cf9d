import { createHash } from 'node:crypto';

export interface FrontPage {
  readonly name: string;
  readonly version: string;
  /** One sentence. */
  readonly description: string;
  readonly links: {
    readonly health: string;
    /** Takes a POST. */
    readonly register: string;
    readonly readme: string;
    readonly documentation: string;
    readonly errors: string;
  };
}

type Installed = Record<'name' | 'version' | 'description' | 'repositoryUrl', string>;

/** What `GET /` says of what is installed and reached at `publicUrl`. */
export function frontPage({ name, version, description, repositoryUrl }: Installed, publicUrl: string): FrontPage {
  return {
    name,
    version,
    description,
    links: {
      health: `${publicUrl}/health`,
      register: `${publicUrl}/auth/register`,
      readme: `${repositoryUrl}/blob/HEAD/README.md`,
      documentation: `${repositoryUrl}/tree/HEAD/docs`,
      errors: `${repositoryUrl}/blob/HEAD/docs/errors.md`,
    },
  };
}

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem}' +
  'pre{overflow-x:auto;padding:1rem;border:1px solid}:root{color-scheme:light dark}';

/** For {@link toHtml}: the page loads nothing, runs nothing, sends nothing, and is shown in no frame. */
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

/** The same as a page for a browser. */
export function toHtml({ name, version, description, links }: FrontPage): string {
  const register = `curl -sS ${links.register} -H 'content-type: application/json' -d '{"email":"you@example.com","password":"a long passphrase","name":"You"}'`;
  const link = (url: string, text: string) => `<li><a href="${escaped(url)}">${escaped(text)}</a></li>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(`${name} ${version}`)}</title>
<style>${STYLE}</style>
<h1>${escaped(name)} <small>${escaped(version)}</small></h1>
<p>${escaped(description)}</p>
<p>Make an account:</p>
<pre><code>${escaped(register)}</code></pre>
<ul>
${link(links.health, 'Health of this service')}
${link(links.readme, 'README: the first steps')}
${link(links.documentation, 'Documentation')}
${link(links.errors, 'What each error means')}
</ul>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
