import { gmail as gmailClient } from '@googleapis/gmail';
import type { Json, JsonObject } from '../../../src/connectors/connector.js';
import type { Trip } from '../../../src/connectors/connector.testkit.js';
import { gmail as connector } from '../../../src/connectors/gmail/gmail.connector.js';
import { objectOf } from '../../../src/connectors/resource/response.js';
import { onGmail } from '../../campaigns/hostile/support/claims/gmail.js';
import { unique } from '../../support/client.js';
import { contextWith, startGoogle } from '../../support/google.js';
import type { Subject } from './subject.js';
import type { World } from './worlds.js';

const userId = 'me';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const bodyOf = ({ to, subject, text }: Mail) => {
  const raw = Buffer.from(`To: ${to}\r\nSubject: ${subject}\r\n\r\n${text}`).toString('base64url');
  return { message: { raw } };
};

/** Drafts of Gmail, as emulate plays it. A draft is changed as a whole: each change names subject and text. */
export async function gmail(): Promise<Subject> {
  const google = await startGoogle();
  const { drafts } = gmailClient({ version: 'v1', ...google.options }).users;
  const context = contextWith(google.token);

  const read = async (id: string, from = drafts): Promise<Mail> => {
    const { data } = await from.get({ userId, id, format: 'raw' });
    const [head = '', text = ''] = Buffer.from(String(data.message?.raw), 'base64url').toString().split('\r\n\r\n');
    const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'mi').exec(head)?.[1]?.trim() ?? '';
    return { to: header('To'), subject: header('Subject'), text: text.trim() };
  };
  const stateOf = (to: string) => async () => {
    // The stand-in answers a token five thousand times, and each look reads every draft.
    const headers = { authorization: `Bearer ${unique('look')}` };
    const seen = gmailClient({ version: 'v1', ...google.options, headers }).users.drafts;
    const { data } = await seen.list({ userId, maxResults: 500 });
    // Another client may delete one of its own in between.
    const gone = (error: { status?: number }) => {
      if (error.status !== 404) throw error;
      return null;
    };
    const all = await Promise.all((data.drafts ?? []).map(({ id }) => read(String(id), seen).catch(gone)));
    return all.flatMap((mail) => (mail?.to === to ? [mail] : [])).map(({ subject, text }) => ({ subject, text }));
  };
  const trip = (verb: string, payload: object, act: () => Promise<{ data: unknown }>, state: () => Promise<unknown>) =>
    ({
      ...{ connector, context, apiName: `gmail.drafts.${verb}`, payload: payload as JsonObject },
      ...{ act: async () => (await act()).data, state },
    }) satisfies Trip;
  const update = (id: string, mail: Mail) => drafts.update({ userId, id, requestBody: bodyOf(mail) });
  const found = (response: Json) => String(objectOf(response).id);
  const removal = (id: string, state: () => Promise<unknown>) =>
    trip('delete', { userId, id }, () => drafts.delete({ userId, id }), state);

  return {
    name: 'gmail',
    context,
    isBlind: true,
    elsewhere: { ...google.token, baseUrl: google.url.replace('127.0.0.1', 'localhost') },
    stop: google.stop,
    newThing: async () => {
      const to = `${unique('b')}@example.com`;
      const { data } = await drafts.create({ userId, requestBody: bodyOf({ to, subject: 'b', text: 'a' }) });
      const id = String(data.id);
      const state = stateOf(to);
      return {
        state,
        change: (text) => {
          const payload = { userId, id, requestBody: bodyOf({ to, subject: 'b', text }) };
          return trip('update', payload, () => drafts.update(payload), state);
        },
        set: async (text) => update(id, { ...(await read(id)), text }),
        setOther: async (subject) => update(id, { ...(await read(id)), subject }),
        remove: () => removal(id, state),
        drop: () => drafts.delete({ userId, id }),
      };
    },
    newAbsent: async () => {
      const to = `${unique('b')}@example.com`;
      const state = stateOf(to);
      return {
        state,
        make: () => {
          const payload = { userId, requestBody: bodyOf({ to, subject: 'b', text: 'a' }) };
          return trip('create', payload, () => drafts.create(payload), state);
        },
        add: (response) => update(found(response), { to, subject: 'of another client', text: 'a' }),
        remove: (response) => removal(found(response), state),
      };
    },
  };
}

export const world: World = { places: [{ name: 'gmail', open: gmail, makesUnseen: true }], claims: onGmail };
