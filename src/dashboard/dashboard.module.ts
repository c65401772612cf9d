import { Module } from '@nestjs/common';
import { DashboardController } from './dashboard.controller.js';
import { DashboardFiles } from './dashboard-files.js';

/** Serves the dashboard where it has been built. */
@Module({ controllers: [DashboardController], providers: [DashboardFiles], exports: [DashboardFiles] })
export class DashboardModule {}
