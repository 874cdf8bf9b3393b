import { all, atLeastOne, type Check, like, list, object } from './checks.ts';

/**
 * Constraints on the details of product changes, from the vendor's shapes. Only name and fulfilment URL are
 * simulated.
 */
const filled = (max: number) => like(1, max, /^\S+[\S\s]*/);
const url = all(
  like(8, 2048, /https:\/\/(www\.)?[-a-zA-Z0-9@._]{1,256}\.[a-zA-Z0-9()]{1,63}\b([-a-zA-Z0-9@_+./]*)/),
  like(8, 2048, /^https:\/\//),
);

export const productDetails: Readonly<Record<string, Check>> = {
  UpdateInformation: atLeastOne(
    object({}, { ProductTitle: filled(72), ShortDescription: filled(1000), LongDescription: filled(5000) }),
  ),
  UpdateDeliveryOptions: object({
    DeliveryOptions: list(
      1,
      1,
      object({
        Id: like(1, 36, /^do-[a-zA-Z0-9]+$/),
        Details: object({ SaaSUrlDeliveryOptionDetails: object({ FulfillmentUrl: url }) }),
      }),
    ),
  }),
};
