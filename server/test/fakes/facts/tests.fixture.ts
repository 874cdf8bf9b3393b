import { expect, test } from 'vitest';
import { sampled } from '../../generated/sample.ts';
import { differences } from './differences.fixture.ts';
import { mutations } from './mutations.fixture.ts';

type Compared = readonly [
  name: string,
  facts: Parameters<typeof differences>[0],
  published: Parameters<typeof differences>[1],
];

/** Tests that the tables of a vendor's interfaces equal what the vendor publishes, and that any other table is found. */
export function testFacts(interfaces: readonly Compared[]): void {
  test.each(interfaces)(
    'the %s interface accepts what the vendor publishes and refuses everything else',
    (_name, facts, published) => {
      expect(differences(facts, published)).toEqual([]);
    },
  );

  test.each(interfaces)('a change of any fact of the %s interface is found', (_name, facts, published) => {
    const all = mutations(facts);
    expect(all.length).toBeGreaterThan(400);
    const unnoticed = sampled(all).filter(
      ({ mutant, entry }) => differences(mutant, published, { only: entry, most: 1 }).length === 0,
    );
    expect(unnoticed.map(({ title }) => title)).toEqual([]);
  });
}
