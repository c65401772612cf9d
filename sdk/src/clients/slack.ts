import type { MethodClient } from '../method-client/method-client.js';
import { oneParameter } from '../method-client/one-parameter.js';
import { placeOf, type Way } from '../method-client/place.js';
import type { Signature, Simulation } from '../method-client/signature.js';

const refuse = (reason: string): Way => ({ kind: 'refuse', reason });
const STREAMS = refuse('Streams of text write past the gate; call chat.postMessage and chat.update.');
const UPLOADS = refuse('This is half of an upload and writes past the gate; call files.uploadV2.');
const UNREADABLE = refuse(
  'apiCall is given the name of a method, such as chat.postMessage; an address cannot be governed.',
);
const PAGES = refuse('Pages are read; call the method itself to write.');

const REFUSED: Readonly<Record<string, Way>> = {
  'chat.startStream': STREAMS,
  'chat.appendStream': STREAMS,
  'chat.stopStream': STREAMS,
  'files.upload': UPLOADS,
  'files.completeUploadExternal': UPLOADS,
};

/** `WebClient` of `@slack/web-api`. */
export const slack: MethodClient = {
  id: 'slack',
  expects: 'a WebClient of @slack/web-api',
  recognises: (client) => 'apiCall' in client && 'filesUploadV2' in client && 'chat' in client,
  place: (_client, { operations }) => {
    const methods = new Map<string, Way>(Object.entries(REFUSED));
    for (const operation of operations) {
      methods.set(operation.path, { kind: 'operation', operation, signature: SIGNATURE });
    }
    const named = (method: unknown) => (typeof method === 'string' ? methods.get(caseOf(methods, method)) : undefined);
    const upload = methods.get('files.uploadV2');
    return placeOf([
      ...methods,
      ...(upload ? ([['filesUploadV2', upload]] as const) : []),
      ['chatStream', STREAMS],
      [
        'paginate',
        { kind: 'route', route: ([method]) => (isName(method) ? named(method) && PAGES : UNREADABLE) ?? null },
      ],
      ['apiCall', { kind: 'route', route: ([method]) => (isName(method) ? shifted(named(method)) : UNREADABLE) }],
    ]);
  },
};

const SIGNATURE: Signature = oneParameter({ isSecret: ([name]) => name === 'token', simulate });

const isName = (method: unknown) => typeof method === 'string' && /^[\w.]+$/.test(method);

function caseOf(methods: ReadonlyMap<string, Way>, method: string): string {
  return [...methods.keys()].find((name) => name.toLowerCase() === method.toLowerCase()) ?? method;
}

/** The same operation where its name is the first argument. */
function shifted(way: Way | undefined): Way | null {
  if (way?.kind !== 'operation') return way ?? null;
  const { signature } = way;
  const behindName: Signature = {
    ...signature,
    read: ([, ...args]) => signature.read(args),
    write: (edited, [name, ...args]) => [name, ...signature.write(edited, args)],
  };
  return { ...way, signature: behindName };
}

function simulate({ path, payload, actionId }: Simulation): unknown {
  const { channel, ts } = payload;
  if (!path.startsWith('chat.')) return { ok: true, ...(channel !== undefined && { channel: { id: channel } }) };
  const at = ts ?? `${Math.floor(Date.now() / 1000)}.000000`;
  return { ok: true, channel, ts: at, message: { ...payload, ts: at, client_msg_id: `simulated_${actionId}` } };
}
