import { Module } from '@nestjs/common';
import { PoliciesModule } from '../policies/policies.module.js';
import { ApprovalsController } from './approvals.controller.js';
import { ApprovalsService } from './approvals.service.js';
import { ExpiryJob } from './expiry.job.js';
import { WaitingRoom } from './waiting-room.js';

@Module({
  imports: [PoliciesModule],
  controllers: [ApprovalsController],
  providers: [ApprovalsService, ExpiryJob, WaitingRoom],
  exports: [ApprovalsService],
})
export class ApprovalsModule {}
