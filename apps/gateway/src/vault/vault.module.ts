import { Module } from '@nestjs/common';
import { VaultController } from './vault.controller.js';

@Module({ controllers: [VaultController] })
export class VaultModule {}
