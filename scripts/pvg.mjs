#!/usr/bin/env node
// `npx pvg …`: the command line, from the repository and from the installed package.
import { build } from './build.mjs';

await build();
await import('../dist/apps/cli/src/main.js');
