/** The stated intent of a session. */
export const INTENT = 'Email the quarterly report to anna@example.com';

/** A call that the intent asks for. */
export const asked = {
  apiName: 'mail.messages.send',
  operationType: 'EXECUTE',
  payload: { to: 'anna@example.com', subject: 'Quarterly report', body: 'The quarterly report is attached.' },
};

/** A call that the intent does not ask for. */
export const drifting = {
  apiName: 'bank.transfers.create',
  operationType: 'CREATE',
  payload: { recipient: 'mallory@evil.example', iban: 'DE89370400440532013000', amount: 5000 },
};
