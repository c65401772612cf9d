import pg from 'pg';
import { startService } from '../../support/service.mjs';

describe('a role that row-level security does not bind', () => {
  const refusal = async (url: string): Promise<string> => {
    const started = await startService({ DATABASE_URL: url }).then(
      async (service) => {
        await service.stop();
        return 'it started';
      },
      (error: Error) => error.message,
    );
    return started;
  };
  const serviceUrl = process.env.TEST_DATABASE_URL ?? '';
  const database = new URL(serviceUrl).pathname;
  const withDatabase = (url = '') => url.replace(/\/[^/]*$/, database);

  it('is refused at boot, with a list that can be read: a superuser', async () => {
    const message = await refusal(withDatabase(process.env.TEST_SUPERUSER_URL));
    expect(message).toContain('the service did not start (1)');
    expect(message).toContain('DATABASE_URL must name a role that row-level security binds:');
    expect(message).toMatch(/ {2}- the role \w+ is a superuser/);
    expect(message).not.toContain('    at ');
  });

  it('is refused at boot, with a list that can be read: the owner of the tables', async () => {
    const message = await refusal(process.env.TEST_OWNER_URL ?? '');
    expect(message).toContain('DATABASE_URL must name a role that row-level security binds:');
    expect(message).toContain('  - the role backstop_owner owns, or may become the owner of, table users');
    expect(message).not.toContain('    at ');
  });

  it.each([
    ['with BYPASSRLS', 'BYPASSRLS', '', 'has BYPASSRLS'],
    ['who may become the owner', '', 'GRANT backstop_owner TO', 'may become the owner of, table users'],
  ])('is refused at boot: a role %s', async (_, attribute, grant, reason) => {
    const superuser = new pg.Client({ connectionString: withDatabase(process.env.TEST_SUPERUSER_URL) });
    const role = `unsafe_${Math.random().toString(36).slice(2)}`;
    await superuser.connect();
    try {
      await superuser.query(`CREATE ROLE ${role} LOGIN PASSWORD 'unsafe' ${attribute}`);
      await superuser.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
      await superuser.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`);
      if (grant) await superuser.query(`${grant} ${role}`);
      const message = await refusal(serviceUrl.replace(/\/\/[^@]*@/, `//${role}:unsafe@`));
      expect(message).toContain(reason);
    } finally {
      await superuser.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
      await superuser.end();
    }
  });
});
