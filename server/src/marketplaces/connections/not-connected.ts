import { MarketplaceError } from '../errors.ts';

/** The organization has no integration with the marketplace, or no longer has one. */
export class NotConnected extends MarketplaceError {
  constructor(partner: string) {
    super(`not connected to ${partner}`, {
      kind: 'unauthorized',
      readable: `The organization has no integration with ${partner}. Connect it to the marketplace first.`,
    });
  }
}
