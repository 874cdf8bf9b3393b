import type { OrgScope } from '../platform/access/scope.ts';
import type { Row } from '../platform/database/statement.ts';
import { type Answer, RawJson } from '../platform/http/route.ts';
import type { Vault } from '../platform/secrets/encryption.ts';
import { createPageLinks } from '../platform/secrets/page-links.ts';
import { encodeBuyer } from './columns.ts';

export const buyerPagePath = '/spa/buyer';

/** Creates the links to buyers' pages, and the responses with buyers that contain them. */
export function createBuyerPages(deps: { vault: Vault; baseUrl: () => string }) {
  const links = createPageLinks(deps, { purpose: 'buyer page', path: buyerPagePath });
  const pages = {
    /**
     * Creates the response with the record. The response that is stored for repeats with the idempotency key has no
     * link.
     */
    answer: (scope: OrgScope, row: Row): Answer => ({
      body: new RawJson(pages.show(scope, row)),
      repeatBody: new RawJson(encodeBuyer(row)),
    }),
    /** Encodes the record for callers, with the link. */
    show: (scope: OrgScope, row: Row, encode = encodeBuyer): string => encode(links.withLink(scope, row)),
    verify: links.verify,
  };
  return pages;
}
export type BuyerPages = ReturnType<typeof createBuyerPages>;
