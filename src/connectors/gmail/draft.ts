import type { gmail_v1 } from '@googleapis/gmail';
import type { JsonObject } from '../connector.js';
import { answered, listed } from '../google/answer.js';
import { type Address, type CreatableKind, NotCapturable } from '../resource/resource.js';
import { holds } from '../resource/undo/three-way.js';
import { userOf } from './label.js';
import { composeMail, type MailFields, parseMail } from './mail-text.js';

type Gmail = gmail_v1.Gmail;

/** The most drafts that are searched for one that was brought back before. */
const MOST_DRAFTS = 100;

/** @throws NotCapturable */
export function mailOf(raw: unknown): MailFields {
  const mail = typeof raw === 'string' ? parseMail(raw) : null;
  if (!mail) throw new NotCapturable('the draft is no text');
  return mail;
}

/** A draft: the headers that its author sets, and its text, attachments included. */
export const draft: CreatableKind<Gmail> = {
  name: 'draft',
  others: { none: 'only the owner of the mailbox sees a draft, and its text is its fields' },
  label: ({ id }) => `draft ${id}`,
  read: async (client, address) => ({ fields: await readDraft(client, userOf(address), String(address.id)) }),
  write: {
    describe: ({ id }, fields) => `drafts.update ${id} ${Object.keys(fields).join(', ')}`,
    run: async (client, address, fields, { now }) => {
      const requestBody = { message: { raw: composeMail({ ...now?.fields, ...fields }) } };
      await client.users.drafts.update({ userId: userOf(address), id: String(address.id), requestBody });
      return undefined;
    },
  },
  remove: {
    describe: ({ id }) => `drafts.delete ${id}`,
    run: async (client, address) => {
      await client.users.drafts.delete({ userId: userOf(address), id: String(address.id) });
      return undefined;
    },
  },
  recreate: {
    describe: (_, { subject }) => `drafts.create ${JSON.stringify(subject)}`,
    run: async (client, address, fields) => {
      const userId = userOf(address);
      const requestBody = { message: { raw: composeMail(fields) } };
      const { data } = await client.users.drafts.create({ userId, requestBody });
      return { userId, id: String(data.id) };
    },
  },
  find: async (client, address, fields) => {
    const userId = userOf(address);
    const { data } = await client.users.drafts.list({ userId, maxResults: MOST_DRAFTS, ...searchFor(fields) });
    const equal: Address[] = [];
    for (const { id } of listed(data).drafts ?? [])
      if (id && holds(await readDraft(client, userId, id), fields)) equal.push({ userId, id });
    return equal;
  },
};

async function readDraft(client: Gmail, userId: string, id: string): Promise<MailFields> {
  const { data } = await client.users.drafts.get({ userId, id, format: 'raw' });
  return mailOf(answered(data, id).message?.raw);
}

/** Words alone: everything else means something in a search. */
function searchFor({ subject }: JsonObject): { q?: string } {
  const words = /^[\w ]+$/.test(String(subject ?? '')) ? String(subject).trim() : '';
  return words === '' ? {} : { q: `subject:(${words})` };
}
