import { z } from 'zod';
import type { InvoiceLinks } from '../billing/index.ts';
import { type EntitlementPages, entitlementPagePath } from '../entitlements/index.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import {
  actionRow,
  answerBranded,
  badge,
  card,
  factList,
  linkButton,
  type PageFact,
  pageTable,
} from '../platform/http/branded-page.ts';
import { type Html, html } from '../platform/http/pages.ts';
import { type Answer, route } from '../platform/http/route.ts';
import { type LinkedPage, pageParameters } from '../platform/secrets/page-links.ts';
import { burnDownChart, burnDownTable } from './burn-down.ts';
import { type InvoiceSource, invoiceCard, overdueCard, selectInvoicesOf } from './invoice-list.ts';
import { notFoundPage, type OpenedPage, openPage, type PageDeps } from './open.ts';
import { described, instalmentsCard, pricesCard } from './price-cards.ts';
import {
  type BuyerViewEntitlement,
  buyerViewInfo,
  type EntitlementViewRow,
  viewEntitlement,
} from './views/entitlement.ts';
import type { InvoiceViewRow } from './views/invoice.ts';
import { type BuyerViewUsage, type TermViewRow, type UsageViewRow, viewUsage } from './views/usage.ts';

export type EntitlementPageDeps = PageDeps & { entitlements: EntitlementPages; invoices: InvoiceLinks };

export const entitlementPageRoute = (deps: EntitlementPageDeps) =>
  route({
    method: 'GET',
    path: entitlementPagePath,
    operationId: 'entitlementPage',
    group: 'Entitlement',
    summary: 'Get the page of an entitlement through a signed link',
    access: 'public',
    hidden: true,
    query: pageParameters,
    response: z.string(),
    responseDescription: 'HTML page',
    run: {
      kind: 'plain',
      handle: async ({ query }) => {
        const target = deps.entitlements.verify(query.token, deps.now());
        const opened = await openPage(deps, target, statementsOf);
        const [[row] = []] = (opened?.rows ?? []) as [EntitlementViewRow[]?];
        return opened && row ? show(deps, opened, row) : notFoundPage;
      },
    },
  });

const shownInfo = buyerViewInfo.map((field) => `'${field}', e.info -> '${field}'`).join(', ');

/** The name of the product of an entitlement `e`. */
export const productName =
  '(SELECT p.name FROM product p WHERE p.organization_id = e.organization_id AND p.id = e.product_id) AS product_name';

/** The columns of an entitlement that its page may show. */
const entitlementViewColumns = `e.id, e.name, e.status, e.partner, e.start_time, e.end_time,
    jsonb_build_object(${shownInfo}) AS info,
    ${productName},
    (SELECT o.info ->> 'pdfURL' FROM offer o WHERE o.organization_id = e.organization_id AND o.id = e.offer_id)
      AS offer_pdf`;

/** The terms that hold a commit or credit: sub terms instead of the term that they divide. */
const undivided = `NOT t.info @> '{"isCommitDivided": true}'`;
const current = `(t.id = e.entitlement_term_id OR t.info ->> 'parentEntitlementTermId' = e.entitlement_term_id)`;

const statementsOf = ({ organizationId, id, version }: LinkedPage): Statement[] => [
  {
    name: 'entitlement_of_page',
    text: `SELECT ${entitlementViewColumns} FROM entitlement e
      WHERE e.organization_id = $1 AND e.id = $2 AND e.spa_version = $3 AND e.status <> 'DELETED'`,
    values: [organizationId, id, version],
  },
  {
    name: 'terms_of_page',
    text: `SELECT t.start_time, t.end_time, t.commit_amount, t.used_commit_amount, t.credit_amount,
        t.used_credit_amount, ${current} AS is_current
      FROM entitlement_term t JOIN entitlement e ON e.organization_id = t.organization_id AND e.id = t.entitlement_id
      WHERE t.organization_id = $1 AND t.entitlement_id = $2 AND ${undivided}
      ORDER BY t.start_time DESC, t.id DESC LIMIT 24`,
    values: [organizationId, id],
  },
  {
    name: 'usage_of_page',
    text: `SELECT to_char(l.usage_hour AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, l.dimension,
        sum(l.quantity) FILTER (WHERE l.type = 'USAGE') AS used,
        sum(l.amount) FILTER (WHERE l.type = 'COMMIT') AS drawn
      FROM entitlement e
      JOIN entitlement_term t ON t.organization_id = e.organization_id AND t.entitlement_id = e.id AND ${current}
      JOIN usage_ledger l ON l.organization_id = t.organization_id AND l.entitlement_term_id = t.id
        AND l.type IN ('USAGE', 'COMMIT')
      WHERE e.organization_id = $1 AND e.id = $2 GROUP BY GROUPING SETS ((1), (2)) ORDER BY 1, 2`,
    values: [organizationId, id],
  },
  selectInvoicesOf('entitlement', organizationId, id),
];

function show(deps: EntitlementPageDeps, opened: OpenedPage, row: EntitlementViewRow): Answer {
  const [, terms, usage, invoices] = opened.rows as unknown as [
    Row[],
    TermViewRow[],
    UsageViewRow[],
    InvoiceViewRow[],
  ];
  const view = viewEntitlement(row);
  const used = viewUsage(terms, usage, opened.now);
  const source: InvoiceSource = { links: deps.invoices, organizationId: opened.organizationId };
  return answerBranded({
    brand: opened.brand,
    title: view.title,
    lead: html`<p>${badge(view.state.text, view.state.tone)}${
      view.product && view.product !== view.title
        ? html` <span class="quiet" dir="auto">${view.product}</span>`
        : undefined
    }</p>`,
    content: [
      ...overdueCard(source, invoices, opened.now),
      overview(view, used),
      ...burnDownCards(view, used),
      ...priceCards(view),
      ...termCards(view, used),
      ...invoiceCard(source, invoices, opened.now),
    ],
    footer: opened.footer,
  });
}

function overview(view: BuyerViewEntitlement, { period }: BuyerViewUsage): Html {
  const facts: PageFact[] = [
    ['Vendor', view.vendor],
    ['Starts', view.starts],
    [view.isRenewed ? 'Renews on' : 'Ends', view.ends],
    ['Renewal', renewalOf(view)],
    ['Commitment', period && view.committed ? `${view.committed} for ${period}` : view.committed],
    ['Payment within', view.paymentWithin],
    ['Cancellation and refund', view.refundPolicy],
  ].flatMap(([name, value]) => (name && value ? [{ name, value }] : []));
  const links = [
    ...(view.managementUrl ? [linkButton('Manage the purchase', view.managementUrl)] : []),
    ...view.documents.map(({ name, url }) => linkButton(name, url, 'second')),
  ];
  return card('Terms', html`${factList(facts)}${actionRow(links)}`);
}

/** Describes the renewal, unless the date on which the purchase renews says it. */
const renewalOf = ({ isRenewed, ends }: BuyerViewEntitlement): string | undefined => {
  if (isRenewed === undefined || (isRenewed && ends)) return undefined;
  return isRenewed ? 'Automatic' : 'None';
};

const priceCards = (view: BuyerViewEntitlement): Html[] => [
  ...pricesCard('Fees', view.commits),
  ...pricesCard('Usage prices', view.usage),
  ...instalmentsCard(view.instalments),
  ...(view.addons.length === 0
    ? []
    : [
        card(
          'Addons',
          pageTable({
            columns: [{ name: 'Addon' }, { name: 'Charged on' }, { name: 'Amount', isNumber: true }],
            rows: view.addons.map(({ name, description, day, amount }) => [
              described(name, description),
              day,
              amount,
            ]),
          }),
        ),
      ]),
];

/** The consumption of the current term: the commit as a chart and a table, and the used units. */
const burnDownCards = (
  { currency, dimensionNames }: BuyerViewEntitlement,
  { burnDown, dimensions }: BuyerViewUsage,
): Html[] => [
  ...(burnDown
    ? [
        card(
          'Use of the commitment',
          html`${burnDownChart(burnDown, currency)}${burnDownTable(burnDown, currency)}`,
        ),
      ]
    : []),
  ...(dimensions.length === 0
    ? []
    : [
        card(
          'Usage in the current term',
          pageTable({
            columns: [{ name: 'Dimension' }, { name: 'Units', isNumber: true }],
            rows: dimensions.map(({ key, units }) => [dimensionNames.get(key) ?? key, units]),
          }),
        ),
      ]),
];

const termCards = ({ currency }: BuyerViewEntitlement, { terms }: BuyerViewUsage): Html[] => {
  const listed = terms(currency);
  const hasUse = listed.some(({ used }) => used !== '');
  const hasCredit = listed.some(({ credit }) => credit !== '');
  return listed.length === 0
    ? []
    : [
        card(
          'Periods',
          pageTable({
            columns: [
              { name: 'Period' },
              { name: 'Commitment', isNumber: true },
              ...(hasUse ? [{ name: 'Used', isNumber: true } as const] : []),
              ...(hasCredit ? [{ name: 'Credit left', isNumber: true } as const] : []),
            ],
            rows: listed.map(({ period, committed, used, credit }) => [
              period,
              committed,
              ...(hasUse ? [used] : []),
              ...(hasCredit ? [credit] : []),
            ]),
          }),
        ),
      ];
};
