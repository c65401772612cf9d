import { createApp } from '../../dist/app.setup.js';
import { BillingService } from '../../dist/billing/billing.service.js';
import { readConfig } from '../../dist/config/config.js';

// What a job of the service does, without the job: for the organization that is named, in a process of its own.
const app = await createApp(readConfig(process.env));
await app.init();
const outcome = await app
  .get(BillingService, { strict: false })
  .closeCustomers(process.argv[2])
  .then(
    () => 'closed',
    (error) => error.code,
  );
await app.close();
console.log(`outcome ${outcome}`);
process.exit(0);
