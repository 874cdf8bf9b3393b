import { MarketplaceError } from '../errors.ts';

/** Error of a call for an organization without an integration with the marketplace. */
export class NotConnected extends MarketplaceError {
  constructor(partner: string) {
    super(`not connected to ${partner}`, {
      kind: 'unauthorized',
      readable: `The organization has no integration with ${partner}. Connect it to the marketplace first.`,
    });
  }
}
