import { isUtf8 } from 'node:buffer';
import type { Octokit } from '@octokit/rest';
import type { Json, JsonObject } from '../connector.js';
import { argumentsOf } from '../resource/arguments.js';
import { type Address, type CreatableKind, IN_ITS_FIELDS, NotCapturable } from '../resource/resource.js';
import { momentOf, readIn, repositoryLabel } from './repository.js';

/** The contents API answers no larger file. */
const MOST_BYTES = 1_000_000;

const requestPath = (address: Address) => `/repos/${repositoryLabel(address)}/contents/${address.path}`;
const at = ({ branch }: Address) => (branch === undefined ? '' : ` on ${branch}`);

/** A file on a branch; each change of it is a commit. */
export const file: CreatableKind<Octokit> = {
  name: 'file',
  others: IN_ITS_FIELDS,
  label: (address) => `file ${repositoryLabel(address)}/${address.path}${at(address)}`,
  read: async (client, address) => {
    const { branch, ...where } = address;
    const ref = branch === undefined ? {} : { ref: branch };
    const found = await readIn(client, address, () => client.rest.repos.getContent(argumentsOf(where, ref)));
    if (!found) return null;
    if (found.type !== 'file') throw new NotCapturable(`${address.path} is not a file`);
    if (Number(found.size) > MOST_BYTES) throw new NotCapturable(`${address.path} holds more than 1 MB`);
    return { fields: { content: contentOf(found.content ?? '') }, version: String(found.sha) };
  },
  // The content may be the same again, after a commit that took it back and one that brought it again.
  lastChanges: async (client, { branch, path: file, ...where }) => {
    const only = { path: String(file), per_page: 1, ...(branch !== undefined && { sha: String(branch) }) };
    const { data } = await client.rest.repos.listCommits(argumentsOf(where, only));
    if (!Array.isArray(data)) throw new Error('the answer is not one of GitHub');
    const [last] = data;
    const at = momentOf(last?.commit?.committer?.date);
    return last && at !== null ? { whole: { at, id: last.sha } } : {};
  },
  write: {
    describe: (address) => `PUT ${requestPath(address)}${at(address)}`,
    run: async (client, address, { content }, { now }) => {
      await put(client, address, content, now?.version);
      return undefined;
    },
  },
  recreate: {
    describe: (address) => `PUT ${requestPath(address)}${at(address)}`,
    run: async (client, address, { content }) => {
      await put(client, address, content);
      return undefined;
    },
  },
  remove: {
    describe: (address) => `DELETE ${requestPath(address)}${at(address)}`,
    run: async (client, address, _fields, { now }) => {
      const how = { message: `Remove ${address.path}`, sha: now?.version };
      await client.rest.repos.deleteFile(argumentsOf(address, how));
      return undefined;
    },
  },
};

/** @param sha of the blob that is replaced: another one is refused with 409 */
async function put(client: Octokit, address: Address, content: Json | undefined, sha?: string): Promise<void> {
  const how = { message: `Restore ${address.path}`, content: base64Of(content), ...(sha && { sha }) };
  await client.rest.repos.createOrUpdateFileContents(argumentsOf(address, how));
}

/** Text is stored as text, so that operators can read it. */
export function contentOf(base64: Json): Json {
  const bytes = Buffer.from(String(base64), 'base64');
  return isUtf8(bytes) ? bytes.toString() : { $base64: bytes.toString('base64') };
}

function base64Of(content: Json | undefined): string {
  if (typeof content === 'string') return Buffer.from(content).toString('base64');
  return String((content as JsonObject).$base64);
}
