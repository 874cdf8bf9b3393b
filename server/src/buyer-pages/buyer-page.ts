import { z } from 'zod';
import type { InvoiceLinks } from '../billing/index.ts';
import { type BuyerPages, buyerPagePath } from '../buyers/index.ts';
import type { EntitlementPages } from '../entitlements/index.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import { answerBranded, badge, card, pageTable } from '../platform/http/branded-page.ts';
import { type Html, html } from '../platform/http/pages.ts';
import { type Answer, route } from '../platform/http/route.ts';
import { type LinkedPage, pageParameters } from '../platform/secrets/page-links.ts';
import { productName } from './entitlement-page.ts';
import { type InvoiceSource, invoiceCard, overdueCard, selectInvoicesOf } from './invoice-list.ts';
import { notFoundPage, type OpenedPage, openPage, type PageDeps } from './open.ts';
import { type PurchaseViewRow, viewPurchase } from './views/entitlement.ts';
import type { InvoiceViewRow } from './views/invoice.ts';
import { type OfferViewRow, viewOffer } from './views/offer.ts';
import { textOf } from './views/values.ts';

export type BuyerPageDeps = PageDeps & {
  buyers: BuyerPages;
  entitlements: EntitlementPages;
  invoices: InvoiceLinks;
};

/** The query of the page: the link’s token, and the page of the list of purchases. */
const parameters = pageParameters.extend({ page: z.coerce.number().int().min(1).max(10_000).catch(1) });

export const buyerPageRoute = (deps: BuyerPageDeps) =>
  route({
    method: 'GET',
    path: buyerPagePath,
    operationId: 'buyerPage',
    group: 'Buyer',
    summary: 'Get the page of a buyer through a signed link',
    access: 'public',
    hidden: true,
    query: parameters,
    response: z.string(),
    responseDescription: 'HTML page',
    run: {
      kind: 'plain',
      handle: async ({ query: { token, page } }) => {
        const target = deps.buyers.verify(token, deps.now());
        const opened = await openPage(deps, target, (linked) => statementsOf(linked, page));
        const [[row] = []] = (opened?.rows ?? []) as [{ name: string | null }[]?];
        return opened && row ? show(deps, opened, row, { token, page }) : notFoundPage;
      },
    },
  });

/** The number of purchases on a page, and of open offers. */
const mostPurchases = 12;
const mostOffers = 5;

const statementsOf = ({ organizationId, id, version }: LinkedPage, page: number): Statement[] => [
  {
    name: 'buyer_of_page',
    text: `SELECT b.name FROM buyer b
      WHERE b.organization_id = $1 AND b.id = $2 AND b.spa_version = $3 AND b.status = 'ACTIVE'`,
    values: [organizationId, id, version],
  },
  {
    name: 'entitlements_of_buyer_page',
    text: `SELECT e.id, e.name, e.status, e.end_time, e.spa_version, ${productName},
        jsonb_build_object('currency', e.info -> 'currency', 'commitAmount', e.info -> 'commitAmount') AS info
      FROM entitlement e
      WHERE e.organization_id = $1 AND e.buyer_id = $2 AND e.status <> 'DELETED'
      ORDER BY e.creation_time DESC, e.id DESC LIMIT $3 OFFSET $4`,
    values: [organizationId, id, mostPurchases + 1, (page - 1) * mostPurchases],
  },
  {
    name: 'offers_of_buyer_page',
    text: `SELECT o.id, o.name, o.status, o.partner, o.external_id, o.creation_time, o.expire_time, o.end_time,
        jsonb_build_object('privateOfferUrl', o.info -> 'privateOfferUrl', 'currency', o.info -> 'currency',
          'commitAmount', o.info -> 'commitAmount', 'paymentInstallments', o.info -> 'paymentInstallments') AS info
      FROM offer o
      WHERE o.organization_id = $1 AND o.buyer_id = $2 AND o.status = 'PENDING_ACCEPTANCE'
      ORDER BY o.creation_time DESC, o.id DESC LIMIT $3`,
    values: [organizationId, id, mostOffers],
  },
  selectInvoicesOf('buyer', organizationId, id),
];

type EntitlementOfBuyer = PurchaseViewRow & { spa_version: number };
type Asked = { token: string; page: number };

function show(
  deps: BuyerPageDeps,
  opened: OpenedPage,
  { name }: { name: string | null },
  asked: Asked,
): Answer {
  const [, purchases, offers, invoices] = opened.rows as unknown as [
    Row[],
    EntitlementOfBuyer[],
    OfferViewRow[],
    InvoiceViewRow[],
  ];
  const source: InvoiceSource = { links: deps.invoices, organizationId: opened.organizationId };
  const title = textOf(name) ?? 'Your purchases';
  const content = [
    ...overdueCard(source, invoices, opened.now),
    ...offersCard(offers),
    ...purchasesCard(deps, opened, purchases, asked),
    ...invoiceCard(source, invoices, opened.now),
  ];
  return answerBranded({
    brand: opened.brand,
    title,
    content:
      content.length > 0
        ? content
        : card(undefined, html`<p>There are no purchases, offers or invoices.</p>`),
    footer: opened.footer,
  });
}

function offersCard(rows: readonly OfferViewRow[]): Html[] {
  if (rows.length === 0) return [];
  const shown = rows
    .map(viewOffer)
    .map(({ title, url, acceptUntil, total }) => [
      url ? html`<a href="${url}" rel="noreferrer">${title}</a>` : title,
      acceptUntil ?? '',
      total ?? '',
    ]);
  const columns = [
    { name: 'Offer' },
    { name: 'Accept until' },
    { name: 'Commitment', isNumber: true as const },
  ];
  return [card('Open offers', pageTable({ columns, rows: shown }))];
}

/** Lists the purchases, each with the link to its page. */
function purchasesCard(
  { entitlements }: BuyerPageDeps,
  opened: OpenedPage,
  rows: readonly EntitlementOfBuyer[],
  { token, page }: Asked,
): Html[] {
  if (rows.length === 0 && page === 1) return [];
  const shown = rows.slice(0, mostPurchases).map((row) => {
    const { title, state, ends, committed } = viewPurchase(row);
    const url = entitlements.link(opened, row);
    return [html`<a href="${url}">${title}</a>`, badge(state.text, state.tone), ends ?? '', committed ?? ''];
  });
  const columns = [
    { name: 'Purchase' },
    { name: 'Status' },
    { name: 'Ends' },
    { name: 'Commitment', isNumber: true as const },
  ];
  const to = (number: number, text: string): Html =>
    html`<a href="?token=${token}&amp;page=${String(number)}">${text}</a> `;
  const turns = [
    ...(page > 1 ? [to(page - 1, 'Newer purchases')] : []),
    ...(rows.length > mostPurchases ? [to(page + 1, 'Older purchases')] : []),
  ];
  return [
    card(
      'Purchases',
      html`${pageTable({ columns, rows: shown })}${turns.length > 0 ? html`<p>${turns}</p>` : undefined}`,
    ),
  ];
}
