// biome-ignore-all lint/suspicious/noExplicitAny: clients of which no types are installed.
import { createRequire } from 'node:module';
import type { RecordingEnd } from '../recording-end.js';

/** A client of npm that no connector knows, with uses that cover how it is called. */
export interface PopularClient {
  readonly name: string;
  /** The expression that people give to `wrap()`. */
  readonly wrapped: string;
  readonly reads?: readonly string[];
  readonly through?: readonly string[];
  readonly callbacks?: readonly string[];
  make(end: RecordingEnd): Promise<any>;
  /** Calls of the client; each returns what the program sees. */
  readonly uses: readonly ((client: any) => unknown)[];
  /** Tells whether a request is a read, which reaches the end although everything is blocked; `reads` names it. */
  readonly isRead?: (sent: string) => boolean;
  close?(client: any): unknown;
}

/** A library above a driver, which `wrap()` refuses with a sentence that names what to wrap. */
export interface RefusedClient {
  readonly name: string;
  readonly wrapped: string;
  /** The driver to wrap instead. */
  readonly instead: string;
  make(end: RecordingEnd): Promise<any>;
  /** A call that works with the bare client. */
  use(client: any): unknown;
  close?(client: any): unknown;
}

const home = createRequire(new URL('../../../../stand-ins/clients/package.json', import.meta.url));
const ours = createRequire(import.meta.url);

/** A package that has no form for `require` is found by its own description. */
function pathOf(name: string): string {
  try {
    return home.resolve(name);
  } catch {
    const { exports } = home(`./node_modules/${name}/package.json`);
    return home.resolve(`./node_modules/${name}/${exports['.'].import}`);
  }
}

/** A package that only this campaign installs, as `import` gives it. */
export const load = async (name: string): Promise<any> => import(pathOf(name));
/** The same as `require` gives it. */
export const requireFromHome = (name: string): any => home(name);
/** A package of the project. */
export const ofProject = (name: string): any => ours(name);

export const GET = (sent: string) => sent.startsWith('GET ');

/** The error of a call that has to fail, as far as a program looks at it. */
export const failed = (call: PromiseLike<unknown>) =>
  call.then(
    () => 'did not fail',
    (error: any) => [error.name, error.message, error.code, error.response?.status ?? error.status],
  );

/** Set by the test, for clients that are given a whole address with each call. */
export const END = { url: '' };
