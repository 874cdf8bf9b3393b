import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import type { Row } from '../platform/database/statement.ts';
import { type Answer, RawJson, type RouteRequest } from '../platform/http/route.ts';
import type { Vault } from '../platform/secrets/encryption.ts';
import { createPageLinks } from '../platform/secrets/page-links.ts';
import { warnOfIgnored } from './change.ts';
import { type EntitlementRow, encodeEntitlement } from './columns.ts';

export const entitlementPagePath = '/spa/entitlement';

/** Creates the links to entitlements' pages, and the responses with entitlements that contain them. */
export function createEntitlementPages(deps: { vault: Vault; baseUrl: () => string }) {
  const links = createPageLinks(deps, { purpose: 'entitlement page', path: entitlementPagePath });
  const pages = {
    /**
     * Creates the response with the record. The response that is stored for repeats with the idempotency key has no
     * link.
     */
    answer: (scope: OrgScope, row: EntitlementRow): Answer => ({
      body: new RawJson(pages.show(scope, row)),
      repeatBody: new RawJson(encodeEntitlement(row)),
    }),
    /** Returns an entitlement that a body created or changed, with warnings about unknown fields of the body. */
    answerChange: async (
      scope: OrgTransaction,
      { unknownFields }: Pick<RouteRequest, 'unknownFields'>,
      row: EntitlementRow,
    ): Promise<Answer> => pages.answer(scope, await warnOfIgnored(scope, row, unknownFields)),
    /** Encodes the record for callers, with the link. */
    show: (scope: OrgScope, row: Row, encode = encodeEntitlement): string =>
      encode(links.withLink(scope, row)),
    link: (
      scope: Pick<OrgScope, 'organizationId' | 'wallNow'>,
      { id, spa_version: version }: Pick<EntitlementRow, 'id' | 'spa_version'>,
    ): string => links.link({ organizationId: scope.organizationId, id, version }, scope.wallNow),
    verify: links.verify,
  };
  return pages;
}
export type EntitlementPages = ReturnType<typeof createEntitlementPages>;
