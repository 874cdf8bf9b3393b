import type { SignupPurchase } from '../entitlements/index.ts';
import { isMarketplace, type PartnerName } from '../marketplaces/index.ts';
import type { TemplateThreads } from '../notifications/index.ts';
import { readSignupPageConfig } from '../organizations/index.ts';
import type { OrganizationStatus } from '../platform/access/organization-states.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Brand } from '../platform/http/branded-page.ts';
import { type Html, unescapedHtml } from '../platform/http/pages.ts';
import { dayInWords } from '../platform/money-and-time/words.ts';
import { type Brands, type SellerRow, selectSeller } from './brand.ts';
import type { SignupView } from './signup-content.ts';

export type SignupViewDeps = { brands: Brands; pageTemplates: TemplateThreads; partnerName: PartnerName };

/** The seller of a signup page, with the page's configuration. */
export type SignupSettings = {
  organizationId: string;
  status: OrganizationStatus;
  brand: Brand;
  pictureUrl: string | undefined;
  config: Awaited<ReturnType<typeof readSignupPageConfig>>;
};

export async function readSignupSettings(brands: Brands, scope: OrgTransaction): Promise<SignupSettings> {
  const { organizationId } = scope;
  const [[seller], [organization], config] = await Promise.all([
    scope.query<SellerRow>(selectSeller(scope)),
    scope.query<RowOf<'organization', 'status', { status: OrganizationStatus }>>({
      name: 'status_of_signup_seller',
      text: 'SELECT status FROM organization WHERE organization_id = $1',
      values: [organizationId],
    }),
    readSignupPageConfig(scope),
  ]);
  const found = seller as SellerRow;
  return {
    organizationId,
    status: organization?.status ?? 'DELETED',
    brand: brands.brandOf(organizationId, found),
    pictureUrl: brands.pictureUrl(organizationId, found.picture),
    config,
  };
}

/** Builds the content of the page from its configuration and the purchase, and renders the seller's introduction. */
export async function viewOf(
  { pageTemplates, partnerName }: SignupViewDeps,
  { organizationId, brand, pictureUrl, config }: SignupSettings,
  purchase: Omit<SignupPurchase, 'isSignedUp'>,
): Promise<SignupView> {
  const marketplace = isMarketplace(purchase.partner) ? partnerName(purchase.partner) : undefined;
  const template = config.enableCustomTemplate ? config.customTemplate : undefined;
  const values = {
    seller: { name: brand.name },
    purchase: { name: purchase.name },
    product: { name: purchase.productName },
    buyer: { name: purchase.buyerName },
    marketplace,
  };
  return {
    brand,
    pictureUrl,
    videoLink: config.videoLink,
    marketplace: config.hideCloudPartnerLogo ? undefined : marketplace,
    introduction: template ? await render(pageTemplates, organizationId, template, values) : undefined,
    purchase: {
      name: purchase.name ?? undefined,
      productName: purchase.productName ?? undefined,
      starts: dayInWords(purchase.startTime),
      ends: dayInWords(purchase.endTime),
    },
  };
}

/** The maximum size of a rendered introduction in bytes, so that the page has at most 40 kB. */
const largestIntroduction = 16_000;

/** Renders a template; undefined if it fails, is too slow or too large, so that the page shows its usual introduction. */
async function render(
  threads: TemplateThreads,
  organizationId: string,
  template: string,
  view: object,
): Promise<Html | undefined> {
  try {
    const text = await threads.run(organizationId, { kind: 'page', template, view: { ...view } });
    return Buffer.byteLength(text) <= largestIntroduction ? unescapedHtml(text) : undefined;
  } catch {
    return undefined;
  }
}
