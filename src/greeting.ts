export interface Greeting {
  readonly version: string;
  readonly url: string;
  readonly storage: string;
  readonly mail: string;
  readonly metricsUrl: string | null;
}

const JSON_BODY = "-H 'content-type: application/json'";
const TOKEN = `node -pe 'JSON.parse(require("fs").readFileSync(0)).data.token'`;

/** The next steps of a new operator. Each is one line for a POSIX shell with curl and Node, and needs no other but the first. */
export function nextCommands(url: string): readonly { readonly purpose: string; readonly command: string }[] {
  const account = `"email":"you@example.com","password":"a long passphrase"`;
  const logIn = `curl -sS ${url}/auth/login ${JSON_BODY} -d '{${account}}' | ${TOKEN}`;
  const asOperator = `-H "authorization: Bearer $(${logIn})" ${JSON_BODY}`;
  return [
    {
      purpose: 'Make an account',
      command: `curl -sS ${url}/auth/register ${JSON_BODY} -d '{${account},"name":"You"}'`,
    },
    {
      purpose: 'Log in and make an API key for an agent; the answer shows the key this once',
      command: `curl -sS ${url}/api-keys ${asOperator} -d '{"name":"my agent","kind":"live"}'`,
    },
    {
      purpose: 'Log in and open a session',
      command: `curl -sS ${url}/sessions ${asOperator} -d '{"agentId":"my-agent","intent":"Try Backstop"}'`,
    },
  ];
}

/** The text that `npm start` prints once the service listens. */
export function greeting({ version, url, storage, mail, metricsUrl }: Greeting): string {
  return [
    '',
    `  Backstop ${version} is up at ${url}  (health: ${url}/health)`,
    `  It keeps its data in ${storage}, and ${mail}.`,
    `  Its dashboard is at ${url}/dashboard.`,
    ...(metricsUrl ? [`  Prometheus finds its metrics at ${metricsUrl}.`] : []),
    '',
    '  Next, in another terminal:',
    ...nextCommands(url).flatMap(({ purpose, command }, index) => [`  ${index + 1}. ${purpose}:`, `    ${command}`]),
    '',
    '  In a clone of Backstop, npm run demo shows a governed session from end to end.',
    '',
  ].join('\n');
}
