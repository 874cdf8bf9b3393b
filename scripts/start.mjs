import { ensureBuilt, ensureInstalled } from './ready.mjs';

ensureInstalled({ tools: false });
ensureBuilt();
await import('../server/dist/main.js');
