import type { OAuthClient, OAuthProvider } from '../config/oauth-client.js';
import { escaped, page } from '../platform/http/answers/html-page.js';

/** An identity provider that operators may sign in through. */
interface SignIn {
  readonly provider: OAuthProvider;
  /** The host of the provider's consent page. */
  readonly host: string;
  readonly url: string;
}

export interface FrontPage {
  readonly name: string;
  readonly version: string;
  /** The description is one sentence. */
  readonly description: string;
  readonly links: {
    readonly health: string;
    /** Takes a POST. */
    readonly register: string;
    readonly readme: string;
    readonly documentation: string;
    readonly reference: string;
    readonly errors: string;
  };
  readonly signIn: readonly SignIn[];
  /** The path of the packed SDK; null when it was not built. */
  readonly sdk: string | null;
}

type Clients = Readonly<Record<OAuthProvider, Pick<OAuthClient, 'authorizeUrl'> | null>>;
type Installed = Record<'name' | 'version' | 'description' | 'repositoryUrl', string>;

const PROVIDERS: readonly OAuthProvider[] = ['oauth-a', 'oauth-b'];

/** The contents of `GET /` for the installed version, reached at `publicUrl`. */
export function frontPage(
  { name, version, description, repositoryUrl }: Installed,
  publicUrl: string,
  clients: Clients,
  sdkFile: string | null,
): FrontPage {
  return {
    name,
    version,
    description,
    links: {
      health: `${publicUrl}/health`,
      register: `${publicUrl}/auth/register`,
      readme: `${repositoryUrl}/blob/HEAD/README.md`,
      reference: `${publicUrl}/docs`,
      documentation: `${repositoryUrl}/tree/HEAD/docs`,
      errors: `${repositoryUrl}/blob/HEAD/docs/errors.md`,
    },
    signIn: PROVIDERS.flatMap((provider) => {
      const client = clients[provider];
      const url = `${publicUrl}/auth/${provider}`;
      return client ? [{ provider, host: new URL(client.authorizeUrl).host, url }] : [];
    }),
    sdk: sdkFile && `/sdk/${sdkFile}`,
  };
}

/** Renders the front page as HTML for a browser. */
export function toHtml({ name, version, description, links }: FrontPage): string {
  const register = `curl -sS ${links.register} -H 'content-type: application/json' -d '{"email":"you@example.com","password":"a long passphrase","name":"You"}'`;
  const link = (url: string, text: string) => `<li><a href="${escaped(url)}">${escaped(text)}</a></li>`;
  return page(
    `${name} ${version}`,
    `<h1>${escaped(name)} <small>${escaped(version)}</small></h1>
<p>${escaped(description)}</p>
<p>Make an account:</p>
<pre><code>${escaped(register)}</code></pre>
<ul>
${link(links.health, 'Health of this service')}
${link(links.readme, 'README: the first steps')}
${link(links.reference, 'Reference of its routes')}
${link(links.documentation, 'Documentation')}
${link(links.errors, 'What each error means')}
</ul>`,
  );
}
