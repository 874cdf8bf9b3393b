import { findBuyer } from '../../buyers/index.ts';
import type { EntitlementInfo } from '../../entitlements/records.ts';
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

/** What an invoice says of who issues it and whom it is for. */
export type Parties = { issuer: BillingInvoiceParty; buyer?: BillingInvoiceParty; language: string };

/** Reads who issues an invoice and whom it is for, as they are now. */
export async function readParties(
  scope: OrgTransaction,
  { buyer_id: buyerId, entitlement_id: entitlementId }: Pick<InvoiceRow, 'buyer_id' | 'entitlement_id'>,
): Promise<Parties> {
  const [seller] = await scope.query<{ name: string; info: string; sold: string | null }>({
    name: 'issuer_of_invoice',
    text: `SELECT o.name, o.info, (SELECT e.info FROM entitlement e WHERE e.organization_id = $1 AND e.id = $2) AS sold
           FROM organization o WHERE o.organization_id = $1`,
    values: [scope.organizationId, entitlementId],
  });
  const buyer = buyerId === null ? undefined : await findBuyer(scope, buyerId);
  const { taxIds } = JSON.parse(seller?.sold ?? '{}') as EntitlementInfo;
  return {
    issuer: issuerOf(seller?.name ?? '', JSON.parse(seller?.info ?? '{}')),
    ...(buyer ? { buyer: buyerOf(buyer, taxIds) } : {}),
    language: 'en',
  };
}

type IssuerInfo = { invoiceIssuer?: BillingInvoiceParty };

const issuerOf = (name: string, { invoiceIssuer }: IssuerInfo): BillingInvoiceParty => ({
  name,
  ...invoiceIssuer,
});

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
