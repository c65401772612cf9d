import { gmail as gmailClient } from '@googleapis/gmail';
import { unique } from '../../../../support/client.js';
import { contextWith, startGoogle } from '../../../../support/google.js';
import { data, type Stage } from './stage.js';

export async function onGmail(): Promise<Stage> {
  const google = await startGoogle();
  const { users } = gmailClient({ version: 'v1', ...google.options });
  const userId = 'me';
  const rawOf = (text: string) => Buffer.from(`To: b@example.com\r\nSubject: s\r\n\r\n${text}`).toString('base64url');
  return {
    context: contextWith(google.token),
    stop: google.stop,
    changes: {
      'gmail.labels.patch': async () => {
        const { data: made } = await users.labels.create({ userId, requestBody: { name: unique('label') } });
        const at = { userId, id: String(made.id) };
        return {
          payload: { ...at, requestBody: { name: unique('agent') } },
          set: () => data(users.labels.patch({ ...at, requestBody: { name: unique('person') } })),
          state: () => data(users.labels.get(at)),
        };
      },
    },
    claims: {
      'gmail.labels.create': () => {
        const requestBody = { name: unique('label') };
        const payload = { userId, requestBody };
        const color = { backgroundColor: '#000000', textColor: '#ffffff' };
        return {
          payload,
          make: () => data(users.labels.create(payload)),
          makeMore: () => data(users.labels.create({ userId, requestBody: { ...requestBody, color } })),
          isNamed: true,
          state: () => data(users.labels.list({ userId })),
        };
      },
      'gmail.drafts.create': () => {
        const text = unique('text');
        const payload = { userId, requestBody: { message: { raw: rawOf(text) } } };
        return {
          payload,
          make: () => data(users.drafts.create(payload)),
          makeMore: () =>
            data(users.drafts.create({ userId, requestBody: { message: { raw: rawOf(`${text} of a person`) } } })),
          state: () => data(users.drafts.list({ userId })),
        };
      },
      'gmail.settings.filters.create': () => {
        const criteria = { from: `${unique('a')}@example.com` };
        const payload = { userId, requestBody: { criteria, action: { addLabelIds: ['STARRED'] } } };
        const more = { criteria, action: { addLabelIds: ['STARRED', 'IMPORTANT'] } };
        return {
          payload,
          make: () => data(users.settings.filters.create(payload)),
          makeMore: () => data(users.settings.filters.create({ userId, requestBody: more })),
          state: () => data(users.settings.filters.list({ userId })),
        };
      },
    },
  };
}
