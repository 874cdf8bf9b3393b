import { testFacts } from '../../facts/tests.fixture.ts';
import { offersFacts } from './offers.ts';
import { procurement } from './procurement.ts';
import {
  publishedOffers,
  publishedProcurement,
  publishedPubsub,
  publishedStorage,
  publishedUsage,
} from './published.fixture.ts';
import { pubsub } from './pubsub.ts';
import { storage } from './storage.ts';
import { usage } from './usage.ts';

testFacts([
  ['procurement', procurement, publishedProcurement],
  ['messaging', pubsub, publishedPubsub],
  ['usage', usage, publishedUsage],
  ['storage', storage, publishedStorage],
  ['private offers', offersFacts, publishedOffers],
]);
