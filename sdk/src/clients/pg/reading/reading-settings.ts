import type { RawClient } from '../client/objects.js';

/** Settings of a connection on which it depends how the server reads the text of a statement. */
const SETTINGS = ['client_encoding', 'standard_conforming_strings'] as const;
type Setting = (typeof SETTINGS)[number];

const QUESTION = `SELECT ${SETTINGS.map((name) => `pg_catalog.current_setting('${name}')`).join(', ')}`;
const known = new WeakMap<RawClient, ReadingSettings>();

/** The settings that a server reported for one connection: they show whether it reads SQL as the grammar here does. */
export class ReadingSettings {
  readonly #values = new Map<string, string>();

  static of(client: RawClient): ReadingSettings {
    const settings = known.get(client) ?? new ReadingSettings(client);
    known.set(client, settings);
    return settings;
  }

  private constructor(private readonly client: RawClient) {
    client.connection?.on('parameterStatus', ({ parameterName, parameterValue }) => {
      this.#values.set(parameterName, parameterValue);
    });
  }

  /** Null if the server has not reported its settings yet. */
  readsAsHere(text: string): boolean | null {
    if (isPlain(text)) return true;
    const [encoding, strings] = SETTINGS.map((name: Setting) => this.#values.get(name));
    if (encoding === undefined || strings === undefined) return null;
    return encoding === 'UTF8' && strings === 'on';
  }

  /** Answers as {@link readsAsHere} does; asks the server if it has not reported yet. */
  async ask(text: string): Promise<boolean> {
    const known = this.readsAsHere(text);
    if (known !== null) return known;
    const { rows } = await this.client.query({ text: QUESTION, rowMode: 'array' });
    const values = (rows as string[][])[0] ?? [];
    for (const [index, name] of SETTINGS.entries()) this.#values.set(name, values[index] ?? '');
    return this.readsAsHere(text) ?? false;
  }
}

/** Tells whether the text reads the same in every encoding and with either kind of string. */
export function isPlain(text: string): boolean {
  return !/[\\\u0080-\uffff]/.test(text);
}
