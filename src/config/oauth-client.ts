export type OAuthProvider = 'oauth-a' | 'oauth-b';

/** An OAuth 2 provider, and our registration there. */
export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly profileUrl: string;
  readonly scope: string;
  /** The provider's name for itself in its answers (RFC 9207); null when that is not known. */
  readonly issuer: string | null;
}

const GOOGLE = {
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  profileUrl: 'https://openidconnect.googleapis.com/v1/userinfo',
  scope: 'openid email profile',
  issuer: 'https://accounts.google.com',
};

const GITHUB = {
  authorizeUrl: 'https://github.com/login/oauth/authorize',
  tokenUrl: 'https://github.com/login/oauth/access_token',
  profileUrl: 'https://api.github.com/user',
  scope: 'read:user user:email',
  issuer: 'https://github.com/login/oauth',
};

interface Reader {
  text(name: string): string | null;
  url(name: string, protocols: readonly string[]): string | null;
}

/** Google and GitHub, unless the URLs say otherwise; null when there is no client (docs/contract.md, "Auth"). */
export function readOAuthClients(read: Reader, problems: string[]): Record<OAuthProvider, OAuthClient | null> {
  return {
    'oauth-a': readOAuthClient('OAUTH_A', GOOGLE, read, problems),
    'oauth-b': readOAuthClient('OAUTH_B', GITHUB, read, problems),
  };
}

function readOAuthClient(
  prefix: string,
  usual: Omit<OAuthClient, 'clientId' | 'clientSecret'>,
  { text, url }: Reader,
  problems: string[],
): OAuthClient | null {
  const [clientId, clientSecret] = [text(`${prefix}_CLIENT_ID`), text(`${prefix}_CLIENT_SECRET`)];
  const authorizeUrl = url(`${prefix}_AUTHORIZE_URL`, ['http', 'https']);
  const urls = {
    authorizeUrl: authorizeUrl ?? usual.authorizeUrl,
    tokenUrl: url(`${prefix}_TOKEN_URL`, ['http', 'https']) ?? usual.tokenUrl,
    profileUrl: url(`${prefix}_PROFILE_URL`, ['http', 'https']) ?? usual.profileUrl,
  };
  const scope = text(`${prefix}_SCOPE`) ?? usual.scope;
  const issuer = text(`${prefix}_ISSUER`) ?? (authorizeUrl ? null : usual.issuer);
  if (clientId && clientSecret) return { clientId, clientSecret, ...urls, scope, issuer };
  if (clientId) problems.push(`${prefix}_CLIENT_SECRET must be set along with ${prefix}_CLIENT_ID`);
  if (clientSecret) problems.push(`${prefix}_CLIENT_ID must be set along with ${prefix}_CLIENT_SECRET`);
  return null;
}
