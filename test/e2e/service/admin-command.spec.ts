import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { auditOf } from '../../support/audit.js';
import { newOrganization, serviceA } from '../../support/client.js';
import { eventually } from '../../support/patience.mjs';

const run = promisify(execFile);

/** `npm run admin` without the build before it. */
const admin = (...args: string[]) => {
  const env = { PATH: process.env.PATH, DATABASE_URL: process.env.TEST_DATABASE_URL };
  return run(process.execPath, ['dist/bundle/admin.js', ...args], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout.trim() }),
    ({ code, stderr }) => ({ code, said: stderr.trim() }),
  );
};

describe('npm run admin -- plan', () => {
  it('changes the plan of the organization of a user while the service runs, and audits it', async () => {
    const organization = await newOrganization(serviceA);
    const { operator, email } = organization;
    expect(await admin('plan', email, 'FREE')).toEqual({ code: 0, said: `The organization of ${email}: TEAM → FREE.` });
    await eventually(async () => (await operator.get('/approvals')).body.error?.type.endsWith('/plan-required'));
    expect((await operator.get('/me')).body.data.organization.plan).toBe('FREE');
    expect((await admin('plan', email.toUpperCase(), 'TEAM')).code).toBe(0);
    await eventually(async () => (await operator.get('/approvals')).status === 200);
    const entries = (await auditOf(organization)).filter(({ action }) => action === 'plan.changed');
    expect(entries).toEqual(
      [
        ['TEAM', 'FREE'],
        ['FREE', 'TEAM'],
      ].map(([before, after]) =>
        expect.objectContaining({
          actor: { kind: 'SYSTEM', id: null, label: 'admin command' },
          target: { type: 'organization', id: organization.id },
          before: { plan: before },
          after: { plan: after },
        }),
      ),
    );
    const again = await admin('plan', email, 'TEAM');
    expect(again).toEqual({ code: 0, said: `The organization of ${email} has the plan TEAM already.` });
    expect(await auditOf(organization)).toHaveLength(entries.length + (await others(organization)));
  });

  it('fails for an address that no user has, and says how it is used where it is called wrongly', async () => {
    const email = 'no-such-user@example.com';
    expect(await admin('plan', email, 'PRO')).toEqual({ code: 1, said: `No user has the address ${email}.` });
    expect(await admin('plan')).toMatchObject({ code: 2, said: expect.stringContaining('Usage: npm run admin') });
  });
});

const others = async (organization: Parameters<typeof auditOf>[0]) =>
  (await auditOf(organization)).filter(({ action }) => action !== 'plan.changed').length;
