import { createHash } from 'node:crypto';
import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Statement } from '../platform/database/statement.ts';
import { answerBranded, type Brand, type BrandedPage } from '../platform/http/branded-page.ts';
import type { Answer } from '../platform/http/route.ts';
import type { Vault } from '../platform/secrets/encryption.ts';
import { createSignedLinks, type LinkTarget } from '../platform/secrets/signed-links.ts';

export const picturePath = '/public/picture/{pictureId}';

/** The fields of the signup page's configuration that contain the address of a picture. */
export type PictureField = 'companyLogoUrl' | 'landingImageUrl';

/** The seller of a page: its names and the addresses of its pictures. */
export type SellerRow = RowOf<'organization', 'name'> & {
  is_deleted: boolean;
  company_name: string | null;
  logo: string | null;
  picture: string | null;
  /** The e-mail address of the issuer of invoices. */
  contact: string | null;
};

/** Reads the name and the pictures of the organization, for `brandOf`. */
export const selectSeller = ({ organizationId }: Pick<OrgScope, 'organizationId'>): Statement => ({
  name: 'seller_of_page',
  text: `SELECT o.name, o.status = 'DELETED' AS is_deleted,
      o.info #>> '{clientSignupPageConfigInfo,companyName}' AS company_name,
      o.info #>> '{clientSignupPageConfigInfo,companyLogoUrl}' AS logo,
      o.info #>> '{clientSignupPageConfigInfo,landingImageUrl}' AS picture,
      o.info #>> '{invoiceIssuer,emailAddress}' AS contact
    FROM organization o WHERE o.organization_id = $1`,
  values: [organizationId],
});

/** Identifies a picture by the address from which it is fetched, so that another address is another picture. */
export const pictureId = (source: string): string =>
  createHash('sha256').update(source).digest('hex').slice(0, 32);

const monthMs = 30 * 86_400_000;

/**
 * Creates the function that returns the brand of an organization. The pictures of a page are served by this service,
 * so that no other server learns of the page's visitor. The address of a picture changes once a month.
 */
export function createBrands({ vault, now }: { vault: Vault; now: () => Date }) {
  const links = createSignedLinks(
    // Relative addresses, because the security policy of a page allows only pictures of its own origin.
    { vault, baseUrl: () => '' },
    { purpose: 'seller picture', path: picturePath.replace('{pictureId}', '{id}') },
  );
  const pictureUrl = (organizationId: string, source: string | null): string | undefined => {
    if (!source) return undefined;
    const until = new Date((Math.floor(now().getTime() / monthMs) + 2) * monthMs);
    return links.link({ organizationId, id: pictureId(source) }, until);
  };
  return {
    /** Returns the name and the logo of the seller: the company's name of the signup page, else the organization's. */
    brandOf: (organizationId: string, seller: SellerRow): Brand => ({
      name: seller.company_name || seller.name,
      logoUrl: pictureUrl(organizationId, seller.logo),
    }),
    pictureUrl,
    openPicture: (id: string, given: Parameters<typeof links.open>[1]): LinkTarget =>
      links.open(id, given, now()),
  };
}
export type Brands = ReturnType<typeof createBrands>;

/** Reads the brand of the scope's organization. */
export async function brandOf(brands: Brands, scope: OrgTransaction): Promise<Brand> {
  const [seller] = await scope.query<SellerRow>(selectSeller(scope));
  return brands.brandOf(scope.organizationId, seller as SellerRow);
}

/** Responds with a page in the look of the scope's organization. */
export const answerForSeller = async (
  { brands }: { brands: Brands },
  scope: OrgTransaction,
  page: Omit<BrandedPage, 'brand'>,
): Promise<Answer> => answerBranded({ ...page, brand: await brandOf(brands, scope) });
