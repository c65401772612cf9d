/** Removes from the connector's words about a call the values that were taken out of the call. */

import type { KnownValues } from './known-values.js';
import { type CallRules, type Json, markOf, redact, type Segment } from './redaction.js';

/** A field with its values, as reports and cards show it. */
interface Field {
  readonly field: string;
}

/** A resource in a report. */
interface Item {
  readonly resource: string;
  readonly formerly?: string;
  readonly fields: readonly Field[];
}

interface Plan {
  readonly calls: readonly string[];
  readonly remains: readonly string[];
  readonly reason: string | null;
}

const VALUES = ['before', 'after', 'now'] as const;

export class CallTextRedactor {
  private readonly ofTexts: CallRules;

  /**
   * @param tagOf a short text that is the same for the same value of this call, so that a reader can compare values that
   *   are not shown
   */
  constructor(
    private readonly rules: CallRules,
    private readonly known: KnownValues,
    private readonly tagOf: (value: Json) => string,
  ) {
    this.ofTexts = { rules: [], kinds: rules.kinds };
  }

  text<T extends string | null>(text: T): T {
    return (text === null ? null : redact('snapshot', text, this.ofTexts, this.known).shown) as T;
  }

  field<F extends Field>(field: F): F {
    const rule = this.ruleOf(field.field);
    const values = VALUES.filter((name) => name in field).map((name) => {
      const value = (field as unknown as Record<string, Json>)[name] ?? null;
      return [name, rule === null ? this.value(value) : this.marked(rule, value)];
    });
    return { ...field, field: this.text(field.field), ...Object.fromEntries(values) };
  }

  report<R extends { readonly detail: string; readonly items: readonly Item[] }>(report: R): R {
    return { ...report, detail: this.text(report.detail), items: this.items(report.items) };
  }

  items<I extends Item>(items: readonly I[]): I[] {
    return items.map((item) => ({
      ...item,
      resource: this.text(item.resource),
      ...(item.formerly !== undefined && { formerly: this.text(item.formerly) }),
      fields: item.fields.map((field) => this.field(field)),
    }));
  }

  plan<P extends Plan>(plan: P): P {
    const texts = (all: readonly string[]) => all.map((one) => this.text(one));
    return { ...plan, calls: texts(plan.calls), remains: texts(plan.remains), reason: this.text(plan.reason) };
  }

  /** Redacts the texts of an error, which keeps its class. */
  error<T>(thrown: T): T {
    for (
      let [one, depth]: [unknown, number] = [thrown, 0];
      one instanceof Error && depth < 10;
      one = one.cause, depth += 1
    ) {
      const error = one as Error & Record<string, unknown>;
      for (const name of new Set(['message', 'stack', ...Object.keys(error)])) {
        const said = error[name];
        if (typeof said !== 'string') continue;
        Object.defineProperty(error, name, { value: this.text(said), configurable: true, writable: true });
      }
    }
    return thrown;
  }

  private value(value: Json): Json {
    const { shown, replaced } = redact('snapshot', value, this.ofTexts, this.known);
    const [first] = replaced;
    if (!first) return value;
    return typeof shown === 'string' ? `${shown} ${this.tagOf(value)}` : this.marked(first.rule, value);
  }

  private marked(rule: string, value: Json): Json {
    return value === null ? null : `${markOf(rule)} ${this.tagOf(value)}`;
  }

  /** A field of a report has the name of a member, or the names on the way to it. */
  private ruleOf(field: string): string | null {
    const names = field.split('.');
    const isNamed = (segment: Segment | undefined) =>
      typeof segment === 'object' && names.some((name) => name === segment.name || segment.isAlike(name));
    return this.rules.rules.find(({ segments }) => isNamed(segments.at(-1)))?.name ?? null;
  }
}
