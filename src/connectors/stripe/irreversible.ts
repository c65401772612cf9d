import type { OperationType } from '../connector.js';
import { irreversible } from '../resource/define.js';

const REFUND = 'Compensation: stripe.refunds.create, an action of its own that needs an approval; fees remain.';
const CALLS: readonly [name: string, type: OperationType, why: string][] = [
  ['customers.del', 'DELETE', 'A deleted customer is not restored, and its subscriptions have ended.'],
  ['customers.createSource', 'CREATE', 'A source is made of a token that is used up.'],
  ['customers.deleteSource', 'DELETE', 'Only the customer can enter the card again.'],
  ['products.del', 'DELETE', 'A deleted product is not restored.'],
  ['paymentIntents.confirm', 'EXECUTE', `Money may move. ${REFUND}`],
  ['paymentIntents.capture', 'EXECUTE', `Money has moved. ${REFUND}`],
  ['paymentIntents.cancel', 'EXECUTE', 'A canceled payment intent cannot continue; a new one has to be confirmed.'],
  ['charges.create', 'CREATE', `Money has moved. ${REFUND}`],
  ['charges.capture', 'EXECUTE', `Money has moved. ${REFUND}`],
  ['refunds.create', 'CREATE', 'Money has gone back. Only its owner can pay again.'],
  ['refunds.cancel', 'EXECUTE', 'A canceled refund has to be made again.'],
  ['payouts.create', 'CREATE', 'On its way to a bank. Compensation while it is pending: stripe.payouts.cancel.'],
  ['payouts.cancel', 'EXECUTE', 'A canceled payout has to be made again.'],
  ['payouts.reverse', 'EXECUTE', 'Money is taken back from a bank account.'],
  ['topups.create', 'CREATE', 'Money is drawn from a bank account. Compensation while it is pending: cancel it.'],
  ['transfers.create', 'CREATE', 'Another account has it. Compensation: stripe.transfers.createReversal.'],
  ['transfers.createReversal', 'CREATE', 'Money was returned. Compensation: another transfer.'],
  [
    'subscriptions.create',
    'CREATE',
    `A first invoice may be paid at once. ${REFUND} Then stripe.subscriptions.cancel.`,
  ],
  ['subscriptions.cancel', 'EXECUTE', 'A canceled subscription does not continue; a new one begins a new period.'],
  ['subscriptions.resume', 'EXECUTE', `An invoice may be paid at once. ${REFUND}`],
  ['invoices.create', 'CREATE', 'Compensation while it is a draft: stripe.invoices.del.'],
  ['invoices.del', 'DELETE', 'A deleted draft is not restored.'],
  ['invoices.finalizeInvoice', 'EXECUTE', 'It has its number. Compensation: stripe.invoices.voidInvoice.'],
  ['invoices.sendInvoice', 'EXECUTE', 'Mail is not called back.'],
  ['invoices.pay', 'EXECUTE', `Money has moved. ${REFUND}`],
  ['invoices.voidInvoice', 'EXECUTE', 'A void invoice stays void.'],
  ['invoices.markUncollectible', 'EXECUTE', 'It stays in the books.'],
  ['creditNotes.create', 'CREATE', 'It stays in the books. Compensation: void it.'],
  ['disputes.update', 'UPDATE', 'Evidence may have been submitted.'],
  ['disputes.close', 'EXECUTE', 'The dispute is lost.'],
  ['paymentMethods.attach', 'EXECUTE', 'Compensation: stripe.paymentMethods.detach, for good.'],
  ['paymentMethods.detach', 'EXECUTE', 'A detached payment method cannot be attached again.'],
  ['setupIntents.confirm', 'EXECUTE', 'The customer has agreed to later payments.'],
  ['accounts.create', 'CREATE', 'Compensation: stripe.accounts.del, while it holds nothing.'],
  ['accounts.del', 'DELETE', 'A deleted account is not restored.'],
  ['coupons.del', 'DELETE', 'A coupon of the same id is another coupon.'],
];

/** Known by name, so that policies can name them. */
export const irreversibleOperations = CALLS.map(([name, type, why]) => irreversible(`stripe.${name}`, type, why));
