import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameSources } from './stack-sources.ts';

let folder: string;
let built: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tradepost-stack-'));
  const file = path.join(folder, 'chunk-ABC.js');
  writeFileSync(
    file,
    `import pg from 'pg';
// server/src/offers/terms.ts
function cut() {
  // server/src/offers/terms.ts is what this comment is about
}
// server/workers/template-engine.mjs
function render() {}
`,
  );
  built = pathToFileURL(file).href;
});
afterAll(() => rmSync(folder, { recursive: true }));

test('each stack frame in a built file is shown with its source file', () => {
  const stack = `Error: cannot be cut
    at cut (${built}:5:12)
    at async ${built}:7:1
    at before (${built}:1:1)
    at Server.emit (node:events:524:28)`;
  expect(nameSources(stack)).toBe(`Error: cannot be cut
    at cut (server/src/offers/terms.ts, ${built}:5:12)
    at async server/workers/template-engine.mjs, ${built}:7:1
    at before (${built}:1:1)
    at Server.emit (node:events:524:28)`);
});

test('stack frames in deleted files, or outside of files, are not changed', () => {
  const stack = `Error: gone\n    at cut (${built.replace('ABC', 'DEF')}:5:12)\n    at [eval]:1:7`;
  expect(nameSources(stack)).toBe(stack);
});
