import { expect, test } from 'vitest';
import { createModel } from '../../facts/model.ts';
import { testFacts } from '../../facts/tests.fixture.ts';
import { fulfilmentAdditions, meteringAdditions, withAdditions } from './additions.ts';
import { fulfilment } from './fulfilment.ts';
import { ingestion } from './ingestion.ts';
import { insights } from './insights.ts';
import { metering } from './metering.ts';
import {
  publishedFulfilment,
  publishedIngestion,
  publishedInsights,
  publishedMetering,
} from './published.fixture.ts';

testFacts([
  ['fulfilment', withAdditions(fulfilment, fulfilmentAdditions), publishedFulfilment],
  ['metering', withAdditions(metering, meteringAdditions), publishedMetering],
  ['ingestion', ingestion, publishedIngestion],
  ['insights', insights, publishedInsights],
]);
test('names of private offers are limited to the characters that the vendor publishes', () => {
  const model = createModel(ingestion);
  const faults = (name: string) =>
    model
      .recordFaults('CustomerOffer', {
        $schema: 'https://schema.example',
        name,
        privateOfferType: 'customerPromotion',
        state: 'draft',
      })
      .map(({ field }) => field);
  expect(faults('Offer 1 (new), 20 & more: ok_')).toEqual([]);
  for (const character of ['!', '<', '>', '^', '[', ']', '@', '#', '%', '/', '\u0000', '\n', '\u007e', 'é'])
    expect(faults(`offer${character}`)).toEqual(['name']);
});
