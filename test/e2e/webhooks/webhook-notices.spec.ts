import { type Caller, newOrganization, newSession, unique } from '../../support/client.js';
import { gated } from '../../support/ledger.js';
import { json } from '../../support/listener.js';
import { Mailbox } from '../../support/mailbox.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { type ReceivedEvent, Receiver } from '../../support/receiver.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';

const DASHBOARD = 'https://app.backstop.test/home';
const REASON = 'more than <!channel> *allowed* & \u202Etxet\nTo: all';
const SHOWN = 'more than <!channel> *allowed* & ⟦U+202E⟧txet⟦U+000A⟧To: all';

describe('a requested approval', () => {
  let database: OwnDatabase;
  let services: ServiceProcess[];
  const mailbox = new Mailbox();
  beforeAll(async () => {
    database = await newOwnDatabase();
    const env = {
      DATABASE_URL: database.serviceUrl,
      SMTP_URL: await mailbox.start(),
      MAIL_FROM: 'Backstop <post@backstop.test>',
      DASHBOARD_URL: DASHBOARD,
    };
    services = await Promise.all([startService(env), startService(env)]);
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await mailbox.stop();
    await database.drop();
  });

  const organization = async () => {
    const made = await newOrganization(services[0]);
    await made.operator.post('/policies', { apiNamePattern: 'crm.*', action: 'REQUIRE_APPROVAL', reason: REASON });
    return made;
  };
  const verify = (email: string) =>
    database.superuser.query('UPDATE users SET email_verified_at = now() WHERE email = $1', [email]);
  const notices = (address: string) => mailbox.to(address).filter(({ subject }) => !subject?.startsWith('Confirm'));
  const nextNotice = async (address: string, count = 1) => {
    const seen = await eventually(
      async () => notices(address),
      ({ length }) => length >= count,
    );
    expect(seen).toHaveLength(count);
    return seen[count - 1];
  };
  /** Returns the deliveries once none is under way: a mail arrives before its delivery is written down. */
  const deliveries = (operator: Caller, webhook: string): Promise<ReceivedEvent[]> =>
    eventually(
      async () => (await operator.get(`/settings/webhooks/${webhook}/deliveries`)).body.data,
      (log) => log.every(({ status }: ReceivedEvent) => status !== 'PENDING'),
    );
  const request = async ({ agent, testAgent }: { agent: Caller; testAgent: Caller }, simulated = false) => {
    const caller = simulated ? testAgent : agent;
    return gated(caller, await newSession(caller, 'https://evil.example/agent'), { payload: { iban: 'DE02120300' } });
  };

  it('comes to Slack as plain text with nothing hidden in it, and a link that opens the dashboard', async () => {
    const mine = await organization();
    const slack = await Receiver.start((_, reply) => json(reply, 200, 'ok'));
    const { body } = await mine.operator.post('/settings/webhooks', { kind: 'slack', url: slack.url });
    const { approvalId } = await request(mine);
    const [asked] = await slack.times(1);
    const { rows } = await database.superuser.query('SELECT expires_at FROM approvals WHERE id = $1', [approvalId]);
    const escaped = SHOWN.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;');
    const text = `A call waits for your approval
Call: crm.customer.update: iban=DE02120300
Operation: crm.customer.update
Agent: https[:]//evil.example/agent
Reason: ${escaped}
Until: ${rows[0].expires_at.toISOString()}`;
    expect(JSON.parse(asked?.body ?? '')).toEqual({
      text,
      mrkdwn: false,
      link_names: false,
      unfurl_links: false,
      unfurl_media: false,
      blocks: [
        { type: 'section', text: { type: 'plain_text', emoji: false, text } },
        {
          type: 'section',
          text: { type: 'mrkdwn', verbatim: true, text: `<${DASHBOARD}/approvals/${approvalId}|Open in Backstop>` },
        },
      ],
    });
    expect(asked?.headers).not.toHaveProperty('webhook-signature');
    expect(asked?.body).not.toMatch(/approve|reject/);
    await mine.operator.post(`/approvals/${approvalId}/reject`);
    const test = await mine.operator.post(`/settings/webhooks/${body.data.id}/test`);
    expect(test.body.data.status).toBe('DELIVERED');
    const plain = await (await Receiver.start()).registered(mine.operator);
    await gated(mine.agent, await newSession(mine.agent));
    await Promise.all([
      plain.times(1),
      eventually(
        () => slack.asked,
        ({ length }) => length === 3,
      ),
    ]);
    await plain.stop();
    // The channel does not receive the decision.
    expect(slack.asked).toHaveLength(3);
    expect(JSON.parse(slack.asked[1]?.body ?? '').text).toBe(
      'This is a test: requested approvals will be announced here.',
    );
    await slack.stop();
  });

  it('comes by mail to every member whose address is verified, with one link, which opens the dashboard', async () => {
    const mine = await organization();
    const colleague = `colleague-of-${mine.email}`;
    const stranger = `stranger-of-${mine.email}`;
    const { body } = await mine.operator.post('/settings/webhooks', { kind: 'email' });
    expect(body.data).toMatchObject({ kind: 'email', url: null, events: ['approval.requested'] });
    expect(body.data).not.toHaveProperty('secret');
    await database.superuser.query(
      `INSERT INTO users (id, organization_id, email, name, password_hash, email_verified_at)
       SELECT gen_random_uuid(), $1, address, 'A colleague', '-', verified FROM unnest($2::text[], $3::timestamptz[]) AS u(address, verified)`,
      [mine.id, [colleague, stranger], [new Date(), null]],
    );
    await verify(mine.email);
    const { approvalId } = await request(mine);
    for (const address of [mine.email, colleague]) {
      const mail = await nextNotice(address);
      const { rows } = await database.superuser.query('SELECT expires_at FROM approvals WHERE id = $1', [approvalId]);
      expect(mail?.subject).toBe('A call waits for your approval: crm.customer.update');
      expect(mail?.from).toEqual({ name: 'Backstop', address: 'post@backstop.test' });
      expect(mail?.recipients).toEqual([address]);
      expect(mail?.html).toBeUndefined();
      expect(mail?.text).toBe(`A call waits for your approval

Call: crm.customer.update: iban=DE02120300
Operation: crm.customer.update
Agent: https[:]//evil.example/agent
Reason: ${SHOWN}
Until: ${rows[0].expires_at.toISOString()}

Look at it in the dashboard, and decide nowhere else:

${DASHBOARD}/approvals/${approvalId}
`);
    }
    expect(mailbox.to(stranger)).toEqual([]);
    const log = await deliveries(mine.operator, body.data.id);
    expect(log).toMatchObject(Array(2).fill({ type: 'approval.requested', status: 'DELIVERED', attempts: 1 }));
    expect(JSON.stringify(log)).not.toContain('@example.com');
  });

  it('mails the members of the groups that approve, and each member where a group has none', async () => {
    const mine = await organization();
    const colleague = `colleague-of-${mine.email}`;
    const { rows: added } = await database.superuser.query(
      `INSERT INTO users (id, organization_id, email, name, password_hash, email_verified_at)
       VALUES (gen_random_uuid(), $1, $2, 'A colleague', '-', now()) RETURNING id`,
      [mine.id, colleague],
    );
    await verify(mine.email);
    await mine.operator.post('/settings/webhooks', { kind: 'email' });
    const wanted = { name: 'finance <b>', members: [added[0].id] };
    const group = (await mine.operator.post('/team/groups', wanted)).body.data.id;
    await mine.operator.post('/policies', { apiNamePattern: 'crm.*', action: 'REQUIRE_APPROVAL', approvers: [group] });
    await request(mine);
    expect((await nextNotice(colleague))?.text).toContain('\nApprovers: finance <b>\n');
    await mine.operator.put(`/team/groups/${group}`, { members: [] });
    await request(mine);
    await nextNotice(mine.email);
    await nextNotice(colleague, 2);
  });

  it('is mailed again when the mail server refused it, to recipients it had not reached, under the same Message-ID', async () => {
    const mine = await organization();
    // The mail that confirms its address is here, so that the one refused is the notice.
    await mailbox.nth(1, mine.email);
    await verify(mine.email);
    const { id } = (await mine.operator.post('/settings/webhooks', { kind: 'email' })).body.data;
    const refused: string[] = [];
    mailbox.refusal = (raw) => {
      refused.push(/^message-id: (.*)$/im.exec(raw)?.[1] ?? '');
      return Object.assign(new Error('say nothing of this'), { responseCode: 451 });
    };
    await request(mine);
    await eventually(
      async () => refused.length,
      (count) => count > 0,
    );
    mailbox.refusal = null;
    const mail = await nextNotice(mine.email);
    expect(refused[0]).toBe(mail?.messageId);
    const [delivery] = await deliveries(mine.operator, id);
    expect(delivery.log).toMatchObject([{ status: null, error: 'the mail server did not take it' }, { error: null }]);
  });

  it('comes in one mail with others of its agent after three mails in ten minutes', async () => {
    const mine = await organization();
    await verify(mine.email);
    const { id } = (await mine.operator.post('/settings/webhooks', { kind: 'email' })).body.data;
    for (let count = 1; count <= 6; count++) await request(mine);
    await nextNotice(mine.email, 3);
    const gathered = async () =>
      (
        await database.superuser.query(
          `SELECT due_at = (SELECT max(sent_at) + interval '10 minutes' FROM webhook_deliveries WHERE webhook_id = $1) AS later
           FROM webhook_deliveries WHERE webhook_id = $1 AND gathered AND status = 'PENDING'`,
          [id],
        )
      ).rows;
    const waiting = await eventually(gathered, ({ length }) => length === 3, 15_000);
    expect(waiting).toEqual(Array(3).fill({ later: true }));
    // The approval of another agent is mailed immediately.
    await gated(mine.agent, await newSession(mine.agent, unique('agent')));
    expect((await nextNotice(mine.email, 4))?.subject).toMatch(/^A call waits for your approval/);
    // Ten minutes later.
    await database.superuser.query(
      `UPDATE webhook_deliveries SET sent_at = sent_at - interval '10 minutes',
         due_at = CASE WHEN gathered THEN now() ELSE due_at END WHERE webhook_id = $1`,
      [id],
    );
    const mail = await nextNotice(mine.email, 5);
    expect(mail?.subject).toBe('3 calls wait for your approval: https[:]//evil.example/agent');
    expect(mail?.text).toContain(`${`- crm.customer.update: iban=DE02120300: ${SHOWN}\n`.repeat(3)}
Look at them in the dashboard, and decide nowhere else:

${DASHBOARD}/approvals
`);
    const log = await deliveries(mine.operator, id);
    expect(log).toHaveLength(7);
    expect(log.every(({ status, attempts }) => status === 'DELIVERED' && attempts === 1)).toBe(true);
    await request(mine);
    expect((await nextNotice(mine.email, 6))?.subject).toBe('A call waits for your approval: crm.customer.update');
  });

  it('comes in one mail with those of other agents after twelve mails in ten minutes, whatever the agents are called', async () => {
    const mine = await organization();
    await verify(mine.email);
    const { id } = (await mine.operator.post('/settings/webhooks', { kind: 'email' })).body.data;
    for (let count = 1; count <= 15; count++) {
      await gated(mine.agent, await newSession(mine.agent, `agent-${count}`));
      if (count <= 12) await nextNotice(mine.email, count);
    }
    const gathered = async () =>
      (
        await database.superuser.query(
          `SELECT data ->> 'agentId' AS agent FROM webhook_deliveries
           WHERE webhook_id = $1 AND gathered AND status = 'PENDING' AND due_at > now() + interval '9 minutes'
           ORDER BY id`,
          [id],
        )
      ).rows.map(({ agent }) => agent);
    const waiting = await eventually(gathered, ({ length }) => length === 3, 15_000);
    expect(waiting).toEqual(['agent-13', 'agent-14', 'agent-15']);
    await database.superuser.query('UPDATE webhook_deliveries SET due_at = now() WHERE webhook_id = $1 AND gathered', [
      id,
    ]);
    const mail = await nextNotice(mine.email, 13);
    expect(mail?.subject).toBe('3 calls wait for your approval');
    expect(mail?.text?.match(/ by agent-\d+/g)?.sort()).toEqual([' by agent-13', ' by agent-14', ' by agent-15']);
    expect(await eventually(gathered, ({ length }) => length === 0)).toEqual([]);
  });

  it('of a simulated session is marked as simulated', async () => {
    const mine = await organization();
    await verify(mine.email);
    await mine.operator.post('/settings/webhooks', { kind: 'email' });
    await request(mine, true);
    expect((await nextNotice(mine.email))?.subject).toBe(
      'A call waits for your approval (simulated): crm.customer.update',
    );
  });

  it('is not needed to test the mails: they go to the operator who asks, if their address is verified', async () => {
    const mine = await organization();
    const { id } = (await mine.operator.post('/settings/webhooks', { kind: 'email' })).body.data;
    const test = () => mine.operator.post(`/settings/webhooks/${id}/test`);
    expect((await test()).body.data).toMatchObject({ status: 'CANCELED', attempts: 0, log: [] });
    await verify(mine.email);
    expect((await test()).body.data).toMatchObject({ status: 'DELIVERED', attempts: 1 });
    const mail = await nextNotice(mine.email);
    expect([mail?.subject, mail?.text]).toEqual([
      'This is a test: requested approvals will be announced here.',
      `This is a test: requested approvals will be announced here.


Look at it in the dashboard, and decide nowhere else:

${DASHBOARD}/settings/webhooks
`,
    ]);
  });
});
