import { Module } from '@nestjs/common';
import { BillingController } from './billing.controller.js';
import { BillingRepository } from './billing.repository.js';
import { BillingService } from './billing.service.js';
import { PlanChanges } from './plan-changes.js';
import { StripeAccount } from './stripe-account.js';

@Module({
  controllers: [BillingController],
  providers: [BillingRepository, BillingService, PlanChanges, StripeAccount],
  exports: [BillingService],
})
export class BillingModule {}
