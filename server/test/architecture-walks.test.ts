import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { reentriesOf, stepsOf, walks } from './house/walks.ts';

const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

describe('a walk through the rooms', () => {
  const walk = { heading: 'An offer:', slice: 'offers', isOneTransaction: false };
  const steps = (...texts: string[]) =>
    stepsOf(['# Program', '', '## An offer: created', '', ...texts, '', '## Next', ''].join('\n'), walk);

  test('is read from its steps, in order: a step without a name goes on with the one before', () => {
    const read = steps(
      '1. **Create.** `routes/one.ts` asks `commands/create.ts`, `insert` (`offers/store.ts`)',
      '   and `prepare/` twice (`offers/prepare/terms.ts`), but `entitlements/change/` never.',
      '2. `change/` follows.',
      '3. **Publish.** `publication/create-job.ts`, then `change/`.',
    );
    expect(read).toEqual([
      { name: 'Create', visits: ['routes', 'commands', 'prepare', 'change'] },
      { name: 'Publish', visits: ['publication', 'change'] },
    ]);
    expect(reentriesOf(read)).toEqual([]);
  });

  test('enters a room again that it left in the same step, also where that is said behind the steps', () => {
    const first = steps('1. **Create.** `commands/` asks `change/`,', '2. then `commands/life.ts` goes on.');
    expect(reentriesOf(first)).toEqual(['Create: commands/, of commands → change → commands']);
    const behind = steps(
      '1. **Publish.** `documents/`, `change/`.',
      '',
      'Then step 1 enters `documents/` again.',
    );
    expect(reentriesOf(behind)).toHaveLength(1);
    const last = steps('1. **Publish.** `documents/`, `change/`.', '', 'Here step 1 enters `change/` again.');
    expect(reentriesOf(last)).toEqual(['Publish: change/, of documents → change → change']);
  });

  test.each(walks)('is in ARCHITECTURE.md, with rooms of $slice: $heading', (described) => {
    const text = readFileSync(path.join(repository, 'ARCHITECTURE.md'), 'utf8');
    expect(new Set(stepsOf(text, described).flatMap(({ visits }) => visits)).size).toBeGreaterThan(3);
  });
});
