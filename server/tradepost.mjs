#!/usr/bin/env node
import { existsSync } from 'node:fs';

// The command in a checkout, which installs and builds when needed; a package holds only what was built.
const checkout = new URL('../scripts/tradepost.mjs', import.meta.url);
await import(existsSync(checkout) ? checkout.href : './dist/main.js');
