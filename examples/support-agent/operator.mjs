/** The operator's requests as plain HTTP: `fetch` and a token. */
export class Operator {
  constructor(baseUrl, token) {
    this.baseUrl = baseUrl;
    this.token = token;
  }

  /** Registers a new operator with an organization of their own. */
  static async register(baseUrl, account) {
    const anyone = new Operator(baseUrl, null);
    const { token } = await anyone.call('POST', '/auth/register', account);
    return new Operator(baseUrl, token);
  }

  async call(method, path, body) {
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: {
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { data, error } = await response.json();
    if (error) throw new Error(`${method} ${path}: ${error.status} ${error.title}: ${error.detail}`);
    return data;
  }

  /** Stores the database's credential, sets two rules and hands out a key for the agent. */
  async prepare(customerDatabaseUrl) {
    await this.call('PUT', '/settings/credentials/postgres', { values: { connectionString: customerDatabaseUrl } });
    await this.call('POST', '/policies', {
      apiNamePattern: 'postgres.rows.delete',
      condition: { field: 'rowCount', operator: 'gt', value: 10 },
      action: 'BLOCK',
      reason: 'No more than 10 customers may be deleted at once.',
    });
    await this.call('POST', '/policies', {
      apiNamePattern: 'postgres.rows.update',
      condition: { field: 'values.credit', operator: 'gt', value: 100 },
      action: 'REQUIRE_APPROVAL',
      reason: 'A credit above 100 needs a person.',
    });
    const { key } = await this.call('POST', '/api-keys', { name: 'support agent', kind: 'live' });
    return key;
  }

  /** Waits for the next approval to be asked for and approves it with another payload. */
  async approveNext(edit, say) {
    for (;;) {
      const [waiting] = await this.call('GET', '/approvals');
      if (waiting) {
        const { payload, payloadHash } = await this.call('GET', `/approvals/${waiting.id}`);
        const edited = edit(payload);
        say(`${waiting.agentId} asks for ${waiting.apiName} ${JSON.stringify(payload)}`);
        await this.call('POST', `/approvals/${waiting.id}/approve`, { payloadHash, payload: edited });
        say(`approved, with ${JSON.stringify(edited.values)} instead`);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
