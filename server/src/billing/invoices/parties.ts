import { type BuyerRow, findBuyer, findBuyers, partyOfBuyer } from '../../buyers/index.ts';
import type { EntitlementInfo } from '../../entitlements/records.ts';
import { issuerOf } from '../../organizations/index.ts';
import type { InvoiceLanguage } from '../../organizations/records.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { InvoiceRow } from './columns.ts';
import type { BillingInvoiceParty } from './records.ts';

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
  return partiesOf(issuerAndLanguage(seller), buyer, JSON.parse(seller?.sold ?? '{}') as EntitlementInfo);
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
  const issuer = issuerAndLanguage(seller);
  return (id, sold) => partiesOf(issuer, id === null ? undefined : buyers.get(id), sold);
}

type Seller = { name: string; info: string };

function issuerAndLanguage(seller: Seller | undefined): Pick<Parties, 'issuer' | 'language'> {
  const { language = 'en', ...issuer } = issuerOf(seller);
  return { issuer, language };
}

function partiesOf(
  { issuer, language }: Pick<Parties, 'issuer' | 'language'>,
  buyer: BuyerRow | undefined,
  { taxIds }: EntitlementInfo,
): Parties {
  return {
    issuer,
    ...(buyer ? { buyer: partyOfBuyer(buyer, taxIds) } : {}),
    language: buyer ? (languageOf(buyer) ?? language) : language,
  };
}

const languageOf = ({ info }: { info: string }): InvoiceLanguage | undefined =>
  (JSON.parse(info) as { language?: InvoiceLanguage }).language;
