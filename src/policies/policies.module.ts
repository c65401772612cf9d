import { Module } from '@nestjs/common';
import { PoliciesController } from './policies.controller.js';
import { PoliciesService } from './policies.service.js';
import { PolicySettingsController } from './settings/policy-settings.controller.js';
import { PolicySettingsService } from './settings/policy-settings.service.js';

@Module({
  controllers: [PoliciesController, PolicySettingsController],
  providers: [PoliciesService, PolicySettingsService],
  exports: [PoliciesService],
})
export class PoliciesModule {}
