import { ensureBuilt, ensureInstalled } from './ready.mjs';

ensureInstalled();
ensureBuilt();
await import('../server/dist/main.js');
