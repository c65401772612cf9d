/** What a session says it will do. */
export const INTENT = 'Email the quarterly report to anna@example.com';

/** What the intent asks for. */
export const asked = {
  apiName: 'mail.messages.send',
  operationType: 'EXECUTE',
  payload: { to: 'anna@example.com', subject: 'Quarterly report', body: 'The quarterly report is attached.' },
};

/** What it does not. */
export const drifting = {
  apiName: 'bank.transfers.create',
  operationType: 'CREATE',
  payload: { recipient: 'mallory@evil.example', iban: 'DE89370400440532013000', amount: 5000 },
};
