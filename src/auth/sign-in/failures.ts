/** A failed try in its stored form. */
interface FailedTry {
  readonly id: string;
  readonly email: string;
  readonly address: string;
  readonly outcome: 'failed' | 'limited';
  readonly createdAt: Date;
}

/** The failed tries for one account, reported together. */
interface Failures {
  readonly account: string;
  readonly tries: number;
  /** The first addresses that the tries came from, at most ten. */
  readonly addresses: readonly string[];
  /** True when the account used up its tries: further ones are refused without being counted here. */
  readonly limited: boolean;
  /** ISO 8601. */
  readonly firstAt: string;
  readonly lastAt: string;
}

const ADDRESSES = 10;

/** @param accountOf the account of a try, or a text that stands for it */
export function toFailures(tries: readonly FailedTry[], accountOf: (one: FailedTry) => string): Failures[] {
  const byAccount = new Map<string, FailedTry[]>();
  for (const one of tries) {
    const account = accountOf(one);
    byAccount.set(account, [...(byAccount.get(account) ?? []), one]);
  }
  return [...byAccount].map(([account, own]) => {
    const times = own.map(({ createdAt }) => createdAt.getTime());
    return {
      account,
      tries: own.length,
      addresses: [...new Set(own.map(({ address }) => address))].slice(0, ADDRESSES),
      limited: own.some(({ outcome }) => outcome === 'limited'),
      firstAt: new Date(Math.min(...times)).toISOString(),
      lastAt: new Date(Math.max(...times)).toISOString(),
    };
  });
}
