import { inventedCredentials } from './poisons.mjs';

const MOST_OF_A_KIND = 40;
/** The number of stories of an organization: the resources that they leave make it less interesting. */
const LIVES_FOR = 400;
const LOOKS_EVERY = 25;

/** A hostile organization: its credentials, and the ids of all that it made. */
export class Home {
  ids = { session: [], action: [], approval: [], policy: [], agent: [], apiKey: [], webhook: [] };

  stories = 0;

  constructor(account, keys) {
    this.operator = account.token;
    this.live = keys[0];
    this.test = keys[1];
  }

  /** @param ask `(method, path, { credential, body }) => { status, data }` */
  static async make(ask, name, provider) {
    const body = { email: `${name}@hostile.example`, password: 'correct horse battery staple', name };
    const account = (await ask('POST', '/auth/register', { body })).data;
    const credential = account.token;
    const keys = [];
    for (const kind of ['live', 'test'])
      keys.push((await ask('POST', '/api-keys', { credential, body: { name: kind, kind } })).data.key);
    const home = new Home(account, keys);
    for (const [connector, values] of Object.entries(inventedCredentials(provider)))
      await ask('PUT', `/settings/credentials/${connector}`, { credential, body: { values } });
    await ask('POST', '/policies', { credential, body: { apiNamePattern: 'gate.*', action: 'REQUIRE_APPROVAL' } });
    await home.newSession(ask, 'a session of the attacker');
    return home;
  }

  async isWornOut(ask) {
    if (++this.stories > LIVES_FOR) return true;
    if (this.stories % LOOKS_EVERY !== 0) return false;
    for (const credential of [this.operator, this.live])
      if ((await ask('GET', '/registry', { credential })).status !== 200) return true;
    return false;
  }

  keep(kind, id) {
    const known = this.ids[kind];
    known.push(id);
    if (known.length > MOST_OF_A_KIND) known.shift();
  }

  async newSession(ask, intent) {
    const agentId = `agent-${this.ids.session.length % 10}`;
    const { data } = await ask('POST', '/sessions', { credential: this.live, body: { agentId, intent } });
    if (data?.id) this.keep('session', data.id);
    return data?.id ?? null;
  }
}
