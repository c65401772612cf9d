/** Our account at Stripe, and the plans of its prices. */
export interface StripeClient {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly pricePro: string | null;
  readonly priceTeam: string | null;
  /** Null selects Stripe's own. */
  readonly apiBase: string | null;
}

interface Reader {
  text(name: string): string | null;
  url(name: string, protocols: readonly string[]): string | null;
}

/** Null when billing is not configured (docs/contract.md, "Billing"). */
export function readStripeClient({ text, url }: Reader, problems: string[]): StripeClient | null {
  const [secretKey, webhookSecret] = [text('STRIPE_SECRET_KEY'), text('STRIPE_WEBHOOK_SECRET')];
  const apiBase = url('STRIPE_API_BASE', ['http', 'https']);
  const prices = { pricePro: text('STRIPE_PRICE_PRO'), priceTeam: text('STRIPE_PRICE_TEAM') };
  if (apiBase !== null && !isOrigin(apiBase))
    problems.push('STRIPE_API_BASE must be a scheme, a host and perhaps a port, and nothing more');
  if (secretKey && webhookSecret) {
    if (prices.pricePro && prices.pricePro === prices.priceTeam)
      problems.push('STRIPE_PRICE_PRO and STRIPE_PRICE_TEAM must not be the same price');
    if (!prices.pricePro && !prices.priceTeam)
      problems.push('STRIPE_PRICE_PRO or STRIPE_PRICE_TEAM must be set along with STRIPE_SECRET_KEY');
    return { secretKey, webhookSecret, ...prices, apiBase };
  }
  if (secretKey) problems.push('STRIPE_WEBHOOK_SECRET must be set along with STRIPE_SECRET_KEY');
  if (webhookSecret) problems.push('STRIPE_SECRET_KEY must be set along with STRIPE_WEBHOOK_SECRET');
  return null;
}

/** Stripe's library takes no path, and would leave it out without a word. */
function isOrigin(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, href } = new URL(url);
  return href === `${protocol}//${host}/`;
}
