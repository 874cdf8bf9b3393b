import { type BuyerRow, findBuyer, findBuyers } from '../../buyers/index.ts';
import type { EntitlementInfo } from '../../entitlements/records.ts';
import type { InvoiceIssuer, InvoiceLanguage } from '../../organizations/records.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { InvoiceRow } from './columns.ts';
import type { BillingInvoiceParty } from './records.ts';

type Company = {
  name?: string;
  addressLine1?: string;
  addressLine2?: string;
  city?: string;
  state?: string;
  postalCode?: string;
  country?: string;
};

/** Issuer and buyer on an invoice, and its language. */
export type Parties = { issuer: BillingInvoiceParty; buyer?: BillingInvoiceParty; language: InvoiceLanguage };

/** Reads the current issuer and buyer of an invoice. */
export async function readParties(
  scope: OrgTransaction,
  { buyer_id: buyerId, entitlement_id: entitlementId }: Pick<InvoiceRow, 'buyer_id' | 'entitlement_id'>,
): Promise<Parties> {
  const [seller] = await scope.query<Seller & { sold: string | null }>({
    name: 'issuer_of_invoice',
    text: `SELECT o.name, o.info, (SELECT e.info FROM entitlement e WHERE e.organization_id = $1 AND e.id = $2) AS sold
           FROM organization o WHERE o.organization_id = $1`,
    values: [scope.organizationId, entitlementId],
  });
  const buyer = buyerId === null ? undefined : await findBuyer(scope, buyerId);
  return partiesOf(issuerOf(seller), buyer, JSON.parse(seller?.sold ?? '{}') as EntitlementInfo);
}

/** Reads the current issuer and buyers for invoices of several entitlements in one round trip. */
export async function readPartiesOfMany(
  scope: OrgTransaction,
  buyerIds: readonly string[],
): Promise<(buyerId: string | null, sold: EntitlementInfo) => Parties> {
  const [[seller], buyers] = await Promise.all([
    scope.query<Seller>({
      name: 'issuer_of_invoices',
      text: 'SELECT o.name, o.info FROM organization o WHERE o.organization_id = $1',
      values: [scope.organizationId],
    }),
    buyerIds.length === 0 ? new Map<string, BuyerRow>() : findBuyers(scope, buyerIds),
  ]);
  const issuer = issuerOf(seller);
  return (id, sold) => partiesOf(issuer, id === null ? undefined : buyers.get(id), sold);
}

type Seller = { name: string; info: string };

function issuerOf(seller: Seller | undefined): Pick<Parties, 'issuer' | 'language'> {
  const { invoiceIssuer = {} } = JSON.parse(seller?.info ?? '{}') as { invoiceIssuer?: InvoiceIssuer };
  const { language = 'en', ...issuer } = invoiceIssuer;
  return { issuer: { name: seller?.name ?? '', ...issuer }, language };
}

function partiesOf(
  { issuer, language }: Pick<Parties, 'issuer' | 'language'>,
  buyer: BuyerRow | undefined,
  { taxIds }: EntitlementInfo,
): Parties {
  return {
    issuer,
    ...(buyer ? { buyer: buyerOf(buyer, taxIds) } : {}),
    language: buyer ? (languageOf(buyer) ?? language) : language,
  };
}

const languageOf = ({ info }: { info: string }): InvoiceLanguage | undefined =>
  (JSON.parse(info) as { language?: InvoiceLanguage }).language;

function buyerOf(
  { name, info }: { name: string | null; info: string },
  taxIds: string[] | undefined,
): BillingInvoiceParty {
  const { companyInfo: company = {}, emailAddress } = JSON.parse(info) as {
    companyInfo?: Company;
    emailAddress?: string;
  };
  const town = [company.postalCode, company.city, company.state].filter(Boolean).join(' ');
  const address = [company.addressLine1, company.addressLine2, town, company.country]
    .filter(Boolean)
    .join('\n');
  return {
    name: company.name || name || '',
    ...(address ? { address } : {}),
    ...(company.country ? { country: company.country.slice(0, 200) } : {}),
    ...(emailAddress ? { emailAddress } : {}),
    ...(taxIds?.length ? { taxIds } : {}),
  };
}
