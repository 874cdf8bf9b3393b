#!/usr/bin/env node
import { readFileSync } from 'node:fs';

// The version is printed before installing, building or loading other files.
if (['--version', '-V'].includes(process.argv[2])) {
  const manifest = readFileSync(new URL('../server/package.json', import.meta.url), 'utf8');
  process.stdout.write(`${JSON.parse(manifest).version}\n`);
} else await import('./start.mjs');
