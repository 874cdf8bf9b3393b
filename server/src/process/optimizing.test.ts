import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { optimizeAfter } from './optimizing.ts';

test('this version of Node knows when to be asked to optimize', () => {
  const set = optimizeAfter === undefined ? '' : `require('node:v8').setFlagsFromString('${optimizeAfter}');`;
  const said = spawnSync(process.execPath, ['-e', `${set} console.log('goes on');`], { encoding: 'utf8' });
  expect({ output: said.stdout, errors: said.stderr }).toEqual({ output: 'goes on\n', errors: '' });
});
