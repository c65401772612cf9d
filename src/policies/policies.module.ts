import { Module } from '@nestjs/common';
import { PoliciesController } from './policies.controller.js';
import { PoliciesService } from './policies.service.js';
import { PolicyLimits } from './policy-limits.js';
import { PolicySetController } from './set/policy-set.controller.js';
import { PolicySetService } from './set/policy-set.service.js';
import { PolicySettingsController } from './settings/policy-settings.controller.js';
import { PolicySettingsService } from './settings/policy-settings.service.js';

@Module({
  controllers: [PoliciesController, PolicySetController, PolicySettingsController],
  providers: [PoliciesService, PolicyLimits, PolicySetService, PolicySettingsService],
  exports: [PoliciesService, PolicySetService],
})
export class PoliciesModule {}
