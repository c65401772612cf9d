// biome-ignore-all lint/suspicious/noExplicitAny: clients of which no types are installed.
import { load, ofProject, type PopularClient } from './popular-client.js';

export const MAIL_CLIENTS: readonly PopularClient[] = [
  {
    name: 'resend',
    wrapped: 'new Resend()',
    make: async ({ url }) => new (await load('resend')).Resend('re_x', { baseUrl: url }),
    uses: [
      (resend) =>
        resend.emails
          .send({ from: 'a@example.com', to: 'b@example.com', subject: 's', text: 't' })
          .then(({ error }: any) => error),
      (resend) => resend.contacts.remove({ audienceId: 'a', email: 'b@example.com' }).then(({ error }: any) => error),
    ],
  },
  {
    name: '@sendgrid/mail',
    wrapped: 'sgMail',
    callbacks: ['send'],
    make: async ({ url }) => {
      const { MailService } = (await load('@sendgrid/mail')).default;
      const mail = new MailService();
      mail.setApiKey('SG.x');
      mail.client.setDefaultRequest('baseUrl', url);
      return mail;
    },
    uses: [
      async (mail) =>
        (await mail.send({ from: 'a@example.com', to: 'b@example.com', subject: 's', text: 't' }))[0].statusCode,
      (mail) =>
        new Promise((resolve) =>
          mail.send(
            { from: 'a@example.com', to: 'c@example.com', subject: 's', text: 't' },
            false,
            (error: any, answers: any) => resolve([error?.code, answers?.[0]?.statusCode]),
          ),
        ),
    ],
  },
  {
    name: 'mailgun.js',
    wrapped: 'new Mailgun().client()',
    make: async ({ url }) =>
      new (await load('mailgun.js')).default(FormData).client({ username: 'api', key: 'k', url }),
    uses: [
      (mailgun) =>
        mailgun.messages
          .create('example.com', { from: 'a@example.com', to: 'b@example.com', text: 't' })
          .then(({ status }: any) => status),
      (mailgun) =>
        mailgun.suppressions.destroy('example.com', 'bounces', 'b@example.com').then(
          ({ status }: any) => status,
          (error: Error) => error.message,
        ),
    ],
  },
  {
    name: 'nodemailer',
    wrapped: 'createTransport()',
    callbacks: ['sendMail'],
    make: async ({ ports }) =>
      ofProject('nodemailer').createTransport({ host: '127.0.0.1', port: ports.smtp, ignoreTLS: true }),
    uses: [
      async (mailer) => (await mailer.sendMail({ from: 'a@example.com', to: 'b@example.com', text: 't' })).accepted,
      (mailer) =>
        new Promise((resolve) =>
          mailer.sendMail({ from: 'a@example.com', to: 'c@example.com', text: 't' }, (error: unknown, info: any) =>
            resolve([error, info?.accepted]),
          ),
        ),
    ],
  },
  {
    name: 'postmark',
    wrapped: 'new ServerClient()',
    make: async ({ ports }) =>
      new (await load('postmark')).default.ServerClient('t', {
        requestHost: `127.0.0.1:${ports.http}`,
        useHttps: false,
      }),
    uses: [
      async (postmark) => (await postmark.sendEmail({ From: 'a@example.com', To: 'b@example.com', TextBody: 't' })).ok,
      (postmark) => postmark.deleteTemplate(1).then(({ ok }: any) => ok),
    ],
  },
];
