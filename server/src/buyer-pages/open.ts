import type { FindInOrganization, FoundInOrganization } from '../platform/access/scope.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import { answerBranded, type Brand, card } from '../platform/http/branded-page.ts';
import { html } from '../platform/http/pages.ts';
import type { Answer } from '../platform/http/route.ts';
import type { LinkedPage } from '../platform/secrets/page-links.ts';
import { type Brands, type SellerRow, selectSeller } from './brand.ts';

export type PageDeps = { brands: Brands; find: FindInOrganization; now: () => Date };

/** A page that a link opened: the rows of the page's statements, and the seller. */
export type OpenedPage = Omit<FoundInOrganization, 'found'> & {
  organizationId: string;
  brand: Brand;
  /** The text at the end of the page: who may read it, and whom to ask. */
  footer: string;
  rows: readonly Row[][];
};

/** Replaces the record if a link is invalid. */
const nobody: LinkedPage = { organizationId: 'none', id: 'none', version: 0 };

/**
 * Reads the records of a page in one packet. A link that is wrong, expired or of another organization sends the same
 * statements, which find no rows, so that the responses differ neither in words nor in time.
 * @param target the record of the link; undefined if the signature is wrong or the link has expired
 */
export async function openPage(
  { brands, find }: PageDeps,
  target: LinkedPage | undefined,
  select: (target: LinkedPage) => readonly Statement[],
): Promise<OpenedPage | undefined> {
  const asked = target ?? nobody;
  const { organizationId } = asked;
  const read = await find(organizationId, [selectSeller({ organizationId }), ...select(asked)]);
  const [[seller] = [], ...rows] = (read?.found ?? []) as [SellerRow[]?, ...Row[][]];
  if (!target || !read || !seller || seller.is_deleted) return undefined;
  const { environment, now, wallNow } = read;
  const brand = brands.brandOf(organizationId, seller);
  return { environment, now, wallNow, organizationId, brand, footer: footerOf(brand, seller), rows };
}

const footerOf = ({ name }: Brand, { contact }: SellerRow): string =>
  `This page is for the customer of ${name}. Every person with the link can read the page.${
    contact ? ` Questions? Write to ${contact}.` : ''
  }`;

/** The page for invalid links: wrong, expired or revoked links, and links to deleted records. */
export const notFoundPage: Answer = answerBranded({
  brand: { name: '' },
  title: 'This link is not valid',
  status: 404,
  isNarrow: true,
  content: card(
    undefined,
    html`<p>The link is incomplete, has expired or was revoked.</p><p>Ask the seller for a new link.</p>`,
  ),
});
