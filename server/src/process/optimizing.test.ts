import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { optimizeAfter } from './optimizing.ts';

test('this version of Node.js accepts the V8 flag', () => {
  const set = optimizeAfter === undefined ? '' : `require('node:v8').setFlagsFromString('${optimizeAfter}');`;
  const said = spawnSync(process.execPath, ['-e', `${set} console.log('done');`], { encoding: 'utf8' });
  expect({ output: said.stdout, errors: said.stderr }).toEqual({ output: 'done\n', errors: '' });
});
