import { Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { BillingController } from './billing.controller.js';
import { BillingRepository } from './billing.repository.js';
import { BillingService } from './billing.service.js';
import { PlanChanges } from './plan-changes.js';
import { StripeAccount } from './stripe-account.js';

@Module({
  controllers: [BillingController],
  providers: [
    BillingRepository,
    BillingService,
    PlanChanges,
    {
      provide: StripeAccount,
      inject: [Config],
      useFactory: async (config: Config) =>
        new StripeAccount(config, config.stripe && (await import('stripe')).default),
    },
  ],
  exports: [BillingService],
})
export class BillingModule {}
