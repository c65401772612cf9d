import type { Gate } from '../asking/gate.js';
import type { WrapSettings } from '../asking/settings.js';
import { inToolCall } from '../asking/tool-call.js';
import { type Rules, rulesOf } from '../clients/objects/rules.js';
import { WrapOptionsError } from '../errors.js';
import { governedCall } from '../method-client/governed-call.js';
import { record, recordObject } from '../method-client/recording/recorded.js';
import type { Session } from '../session.js';
import { pathMatches, type WrapOptions, wrapSettings } from '../wrapping/options.js';
import type { Operation } from '../wrapping/wrappable-connector.js';
import { attempt } from './abort.js';
import { toolInput } from './tool-input.js';
import { toolPath } from './tool-name.js';

/** {@link WrapOptions}, where the paths are names of tools. */
export interface ToolOptions extends Omit<WrapOptions, 'connector' | 'through' | 'callbacks'> {
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
}

const CONNECTOR = /^[A-Za-z][\w-]*$/;

/** The tools of one agent, as far as they are governed: each is asked for under `<connector>.<tool>`. */
export class Toolbox {
  readonly #session: Session;
  readonly #settings: WrapSettings;
  readonly #gate: Gate;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #rules: Rules;

  /** @param names of all tools @throws WrapOptionsError for a name in the options that is no tool's */
  constructor(session: Session, options: ToolOptions, names: readonly string[]) {
    const { connector = 'tools', operations = {}, reads = [], through = [] } = options;
    if (typeof connector !== 'string' || !CONNECTOR.test(connector)) {
      throw new WrapOptionsError('connector must be a name of letters, digits, - and _');
    }
    if (session.registry.some((entry) => entry.connector === connector)) {
      throw new WrapOptionsError(`'${connector}' is a connector of the service; give the tools another name`);
    }
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw new WrapOptionsError(`two tools are named '${twice}'`);
    const rules = rulesOf({ ...options, connector });
    const paths = names.map(toolPath);
    for (const named of [...Object.keys(operations), ...reads, ...through]) {
      if (paths.some((path) => pathMatches(named, `${connector}.${path}`, connector))) continue;
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
    this.#settings = wrapSettings({ ...options, connector }, asked, { byMethods: true });
    this.#gate = session.gate(this.#settings);
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
    { id: toolCallId, signal }: ToolCall = {},
  ): Promise<unknown> {
    const { begin, result } = attempt(signal);
    const call = ([permitted]: readonly unknown[]) => {
      begin();
      return inToolCall(toolCallId, () => execute(permitted));
    };
    const operation = this.#operation(name);
    if (this.#rules.isThrough(operation.path)) return result(Promise.resolve([input]).then(call));
    const governed = { operation, signature: toolInput, args: [input], call, toolCallId };
    return result(governedCall(governed, this.#gate, this.#settings));
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
