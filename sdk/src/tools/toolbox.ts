import { askingOnce } from '../asking/asked-as.js';
import type { Edit, Gate } from '../asking/gate.js';
import type { WrapSettings } from '../asking/settings.js';
import { inToolCall } from '../asking/tool-call.js';
import { type Rules, rulesOf } from '../clients/objects/rules.js';
import { AlreadyRunError, BackstopError, WrapOptionsError } from '../errors.js';
import { governedCall } from '../method-client/governed-call.js';
import { record, recordObject } from '../method-client/recording/recorded.js';
import type { Session } from '../session.js';
import { pathMatcher, type WrapOptions, wrapSettings } from '../wrapping/options.js';
import type { Operation } from '../wrapping/wrappable-connector.js';
import { attempt } from './abort.js';
import { editNote } from './edit-note.js';
import { toolInput } from './tool-input.js';
import { toolPath } from './tool-name.js';

/** {@link WrapOptions}, where the paths are names of tools. */
export interface ToolOptions extends Omit<WrapOptions, 'connector' | 'through' | 'callbacks' | 'pending'> {
  /**
   * Decides about a call that a person has to approve. `wait` (default): the tool waits for `timeoutMs`. `interrupt`: the
   * framework interrupts the run, and goes on with it after the decision, in any process. `throw`: the call ends with
   * `ApprovalPendingError`. In both of the latter the id of the tool call finds the same approval again, and the call runs
   * once.
   */
  readonly pending?: 'wait' | 'throw' | 'interrupt';
  /**
   * Tools that do everything through wrapped clients. They are not asked for themselves: each call that they make is asked
   * for, with the id of the tool's call, and can be undone.
   */
  readonly through?: readonly string[];
  /** First part of the names under which the tools are known to policies and in the ledger. Default `tools`. */
  readonly connector?: string;
}

/** A call of a tool, as its framework made it. */
export interface ToolCall {
  readonly id?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told, for the model, what an operator changed of the arguments before the call ran. */
  edited?(note: string): void;
}

const CONNECTOR = /^[A-Za-z][\w-]*$/;

/** The tools of one agent, as far as they are governed: each is asked for under `<connector>.<tool>`. */
export class Toolbox {
  readonly #session: Session;
  readonly #settings: WrapSettings;
  readonly #gate: Gate;
  /** These calls have no id, so they could not be found again. */
  readonly #waitingGate: Gate;
  /** True when a call that waits for a person ends, and is found again by its id. */
  readonly #isFoundAgain: boolean;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #rules: Rules;

  /** @param names of all tools @throws WrapOptionsError for a name in the options that is no tool's */
  constructor(session: Session, options: ToolOptions, names: readonly string[]) {
    const { connector = 'tools', operations = {}, reads = [], through = [], pending = 'wait' } = options;
    if (!['wait', 'throw', 'interrupt'].includes(pending))
      throw new WrapOptionsError("pending must be 'wait', 'throw' or 'interrupt'");
    if (typeof connector !== 'string' || !CONNECTOR.test(connector)) {
      throw new WrapOptionsError('connector must be a name of letters, digits, - and _');
    }
    if (session.registry.some((entry) => entry.connector === connector)) {
      throw new WrapOptionsError(`'${connector}' is a connector of the service; give the tools another name`);
    }
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw new WrapOptionsError(`two tools are named '${twice}'`);
    const waiting = { ...options, connector, pending: 'wait' } as const;
    const rules = rulesOf(waiting);
    const paths = names.map(toolPath);
    for (const named of [...Object.keys(operations), ...reads, ...through]) {
      if (paths.some((path) => pathMatcher(named, connector)(`${connector}.${path}`))) continue;
      throw new WrapOptionsError(`the options name '${named}'; the tools are ${paths.join(', ') || 'none'}`);
    }
    const operationAt = (path: string): Operation => ({
      path,
      apiName: `${connector}.${path}`,
      operationType: rules.isRead(path) ? 'READ' : (rules.types.get(path) ?? 'EXECUTE'),
    });
    const asked = paths.filter((path) => !rules.isRead(path) && !rules.isThrough(path));
    this.#operations = new Map(names.map((name) => [name, operationAt(toolPath(name))]));
    this.#rules = rules;
    this.#session = session;
    this.#isFoundAgain = pending !== 'wait';
    const settings = wrapSettings(waiting, asked, { byMethods: true });
    this.#settings = settings;
    this.#gate = session.gate({ ...settings, throwsPending: this.#isFoundAgain });
    this.#waitingGate = session.gate({ ...settings, throwsPending: pending === 'throw' });
  }

  /** Changes nothing, as the options say. */
  isRead(name: string): boolean {
    return this.#operation(name).operationType === 'READ';
  }

  /** True for a read that is recorded as well. */
  isLogged(name: string): boolean {
    return this.isRead(name) && this.#settings.logsRead(toolPath(name));
  }

  /**
   * Asks for a call, waits, runs `execute` with exactly the input that was permitted, tells the outcome.
   * @param made by the framework; its signal gives the wait up: a call that has not begun does not run any more
   * @throws BackstopError when it did not run; otherwise what `execute` throws, unchanged
   */
  run(
    name: string,
    input: unknown,
    execute: (input: unknown) => unknown,
    { id: toolCallId, signal, edited }: ToolCall = {},
  ): Promise<unknown> {
    const { begin, result } = attempt(signal);
    let hasBegun = false;
    const note = (edit: Edit | null) => edit && edited?.(editNote(edit));
    const call = ([permitted]: readonly unknown[], _: string, edit: Edit | null) => {
      begin();
      hasBegun = true;
      note(edit);
      return inToolCall(toolCallId, () => execute(permitted));
    };
    const operation = this.#operation(name);
    const governed = { operation, signature: toolInput, args: [input], call, toolCallId, ...(signal && { signal }) };
    const gate = toolCallId === undefined ? this.#waitingGate : this.#gate;
    const run = this.#rules.isThrough(operation.path)
      ? () => Promise.resolve().then(() => call([input], '', null))
      : () => governedCall(governed, gate, this.#settings);
    const answered = this.#named(toolCallId, run).catch((error: unknown) => {
      // The framework runs a tool again that it was interrupted in, or that a process died in.
      if (hasBegun || !(error instanceof AlreadyRunError) || error.outcome !== 'SUCCESS') throw error;
      note(error.edited as Edit | null);
      return error.response;
    });
    return result(answered);
  }

  /**
   * Asks for a call that its framework has not begun yet. It is found again by its id when it runs.
   * @returns whether a person decides about it, or has decided
   */
  async needsPerson(name: string, input: unknown, id: string | undefined): Promise<boolean> {
    const { apiName, operationType, path } = this.#operation(name);
    if (!this.#isFoundAgain || id === undefined || this.isRead(name) || this.#rules.isThrough(path)) return false;
    const payload = recordObject(toolInput.read([input]), this.#settings.isRedacted).json;
    const call = { apiName, operationType, payload, mayDo: [], toolCallId: id };
    try {
      return (await this.#named(id, () => this.#gate.ask(call, null))).approvalId !== null;
    } catch (error) {
      if (error instanceof AlreadyRunError) return error.approvalId !== null;
      // The call itself is refused in the same way, and the framework tells the model.
      if (error instanceof BackstopError) return false;
      throw error;
    }
  }

  #named<T>(id: string | undefined, run: () => Promise<T>): Promise<T> {
    return this.#isFoundAgain && id !== undefined ? askingOnce(`tool call ${id}`, run) : run();
  }

  /** Records a read that has run. */
  noteRead(name: string, input: unknown, output: unknown): void {
    const { apiName, operationType } = this.#operation(name);
    const payload = recordObject(toolInput.read([input]), this.#settings.isRedacted).json;
    void this.#session.report({ apiName, operationType, payload }, record(output, this.#settings.isRedacted).json);
  }

  #operation(name: string): Operation {
    const operation = this.#operations.get(name);
    if (!operation) throw new WrapOptionsError(`'${name}' is none of these tools`);
    return operation;
  }
}
