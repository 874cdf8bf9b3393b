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

  const architecture = readFileSync(path.join(repository, 'ARCHITECTURE.md'), 'utf8');

  test.each(walks)(
    'is in ARCHITECTURE.md, with rooms of $slice, none entered again: $heading',
    (described) => {
      const steps = stepsOf(architecture, described);
      expect(new Set(steps.flatMap(({ visits }) => visits)).size).toBeGreaterThan(3);
      expect(reentriesOf(steps)).toEqual([]);
    },
  );

  test.each([
    ['Adopt', 'adopt-replaced-job.ts', 'offers.adoptReplaced'],
    ['Merge', 'merge-agreements-job.ts', 'offers.mergeAgreements'],
    ['Publish', 'create-job.ts', 'offers.create'],
  ])('has each job of the creation of an offer as a step: %s', (name, file, kind) => {
    const text = architecture.split(/^\d+\. /m).find((part) => part.startsWith(`**${name}`)) ?? '';
    expect(text).toContain(`\`${kind}\``);
    expect(text).toContain(`\`publication/${file}\``);
    // What the step says of rooms is what its file imports of them.
    const source = readFileSync(path.join(repository, 'server/src/offers/publication', file), 'utf8');
    const imported = [...source.matchAll(/^import (?!type)[^;]* from '\.\.\/([a-z]+)\/index\.ts'/gm)];
    const rooms = imported.map(([, room]) => room as string);
    expect(rooms.length).toBeGreaterThan(0);
    const [step] = stepsOf(architecture, walks[0] as (typeof walks)[number]).filter(
      (each) => each.name === name,
    );
    expect(step?.visits).toEqual(expect.arrayContaining(rooms));
    // An end in `change/` is reached by `creation.ts`, which all of them share.
    expect(step?.visits.filter((room) => room === 'change')).toHaveLength(1);
  });

  test('of an offer describes all kinds of jobs that create offers', () => {
    const jobs = 'server/src/offers/publication/creation-jobs.ts';
    const source = readFileSync(path.join(repository, jobs), 'utf8');
    const kinds = [...source.matchAll(/kind: '(offers\.\w+)'/g)].map(([, kind]) => kind);
    expect(kinds).toHaveLength(4);
    for (const kind of kinds) expect(architecture).toContain(`the job \`${kind}\``);
  });
});
