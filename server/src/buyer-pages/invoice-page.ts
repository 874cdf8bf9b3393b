import { z } from 'zod';
import {
  creditNoteContentOf,
  type InvoiceContent,
  type InvoiceLinks,
  invoiceContentOf,
  invoicePaths,
  readCreditNote,
  readPrinted,
} from '../billing/index.ts';
import type { InOrganization, OrgTransaction } from '../platform/access/scope.ts';
import type { Statement } from '../platform/database/statement.ts';
import { AppError } from '../platform/errors.ts';
import {
  actionRow,
  answerBranded,
  badge,
  card,
  linkButton,
  pageTable,
  type Tone,
} from '../platform/http/branded-page.ts';
import { type Html, html } from '../platform/http/pages.ts';
import { type Answer, route } from '../platform/http/route.ts';
import { type LinkedPage, pageParameters } from '../platform/secrets/page-links.ts';
import { linkErrors, versionedLinkParameters } from '../platform/secrets/signed-links.ts';
import { notFoundPage, openPage, type PageDeps } from './open.ts';

export type InvoicePageDeps = PageDeps & { invoices: InvoiceLinks; inOrganization: InOrganization };

const common = {
  method: 'GET',
  group: 'Billing',
  access: 'public',
  hidden: true,
  response: z.string(),
  responseDescription: 'HTML page',
} as const;

/** The pages of invoices and credit notes, by the link of the record, and by the link in mails. */
export const invoicePageRoutes = (deps: InvoicePageDeps) => [
  route({
    ...common,
    path: invoicePaths.spa,
    operationId: 'invoiceSpa',
    summary: 'Get the page of an invoice through the link of its record',
    query: pageParameters,
    run: {
      kind: 'plain',
      handle: ({ query, requestId }) =>
        showInvoice(deps, deps.invoices.verifySpa(query.token, deps.now()), requestId),
    },
  }),
  route({
    ...common,
    path: invoicePaths.page,
    operationId: 'invoicePage',
    summary: 'Get the page of an invoice through the link of a mail',
    query: versionedLinkParameters,
    run: {
      kind: 'plain',
      handle: ({ params, query, requestId }) => {
        const target = opened(() => deps.invoices.openPage(params.invoiceId, query, deps.now()));
        return showInvoice(deps, target, requestId);
      },
    },
  }),
  route({
    ...common,
    path: invoicePaths.notePage,
    operationId: 'creditNotePage',
    summary: 'Get the page of a credit note through a signed link',
    query: versionedLinkParameters,
    run: {
      kind: 'plain',
      handle: ({ params, query, requestId }) => {
        const target = opened(() => deps.invoices.openNotePage(params.creditNoteId, query, deps.now()));
        return showCreditNote(deps, target, requestId);
      },
    },
  }),
];

/** Returns the record of a link; undefined if the link is wrong or has expired. */
function opened(open: () => LinkedPage): LinkedPage | undefined {
  try {
    return open();
  } catch (error) {
    const codes: string[] = [
      linkErrors.link_invalid.definition.code,
      linkErrors.link_expired.definition.code,
    ];
    if (error instanceof AppError && codes.includes(error.definition.code)) return undefined;
    throw error;
  }
}

const showInvoice = (deps: InvoicePageDeps, target: LinkedPage | undefined, requestId: string) =>
  show(deps, target, requestId, {
    select: ({ organizationId, id, version }) => ({
      name: 'invoice_of_page',
      text: `SELECT i.id FROM invoice i
        LEFT JOIN buyer b ON b.organization_id = i.organization_id AND b.id = i.buyer_id
        WHERE i.organization_id = $1 AND i.id = $2 AND coalesce(b.spa_version, 1) = $3 AND i.status <> 'DELETED'`,
      values: [organizationId, id, version],
    }),
    read: async (scope, id) => {
      const printed = await readPrinted(scope, id);
      return printed && invoiceContentOf(printed);
    },
    pdfUrl: (linked) => deps.invoices.addresses(linked).pdfUrl,
  });

const showCreditNote = (deps: InvoicePageDeps, target: LinkedPage | undefined, requestId: string) =>
  show(deps, target, requestId, {
    select: ({ organizationId, id, version }) => ({
      name: 'credit_note_of_page',
      text: `SELECT n.id FROM credit_note n
        JOIN invoice i ON i.organization_id = n.organization_id AND i.id = n.invoice_id
        LEFT JOIN buyer b ON b.organization_id = i.organization_id AND b.id = i.buyer_id
        WHERE n.organization_id = $1 AND n.id = $2 AND coalesce(b.spa_version, 1) = $3`,
      values: [organizationId, id, version],
    }),
    read: async (scope, id) => {
      const found = await readCreditNote(scope, id);
      return found && creditNoteContentOf(found.printed, found.note);
    },
    pdfUrl: (linked) => deps.invoices.noteAddresses(linked).pdfUrl,
  });

type Document = {
  /** Selects the record, if it exists and the link is not revoked. */
  select: (linked: LinkedPage) => Statement;
  read: (scope: OrgTransaction, id: string) => Promise<InvoiceContent | undefined>;
  pdfUrl: (linked: LinkedPage) => string;
};

async function show(
  deps: InvoicePageDeps,
  target: LinkedPage | undefined,
  requestId: string,
  { select, read, pdfUrl }: Document,
): Promise<Answer> {
  const page = await openPage(deps, target, (linked) => [select(linked)]);
  if (!page || !target || page.rows[0]?.length === 0) return notFoundPage;
  const content = await deps.inOrganization(target.organizationId, requestId, (scope) =>
    read(scope, target.id),
  );
  if (!content) return notFoundPage;
  return answerBranded({
    brand: page.brand,
    title: content.title,
    language: content.words.language,
    lead: leadOf(content),
    content: [partiesCard(content, pdfUrl(target)), linesCard(content), ...notesCard(content)],
  });
}

/** Whether the buyer has to pay, in the language of the invoice. */
function leadOf({ asked, words, due, dueDay }: InvoiceContent): Html | undefined {
  const states: Readonly<Record<InvoiceContent['asked'], [string, Tone] | undefined>> = {
    OPEN: [`${words.toPay}: ${due}`, 'warn'],
    PAID: [words.isPaid, 'good'],
    VOID: [words.voided, 'plain'],
    NOTHING: undefined,
  };
  const state = states[asked];
  if (!state) return undefined;
  const day =
    asked === 'OPEN' && dueDay ? html` <span class="quiet">${words.due}: ${dueDay}</span>` : undefined;
  return html`<p>${badge(...state)}${day}</p>`;
}

const factRows = (facts: readonly { name: string; value: string }[]): Html =>
  html`<dl>${facts.map(({ name, value }) => html`<dt dir="auto">${name}</dt><dd dir="auto">${value}</dd>`)}</dl>`;

function partiesCard({ parties, facts }: InvoiceContent, pdfUrl: string): Html {
  const named = parties.map(({ name, party, value }) => ({
    name,
    value: [party, value].filter(Boolean).join('\n'),
  }));
  return card(undefined, html`${factRows([...named, ...facts])}${actionRow([linkButton('PDF', pdfUrl)])}`);
}

const detailLines = (detail: string): Html[] =>
  detail
    .split('\n')
    .filter(Boolean)
    .map((text) => html`<br><span class="quiet small">${text}</span>`);

/** Lists the items with the totals below. */
function linesCard({ lines, totals, words }: InvoiceContent): Html {
  const number = { isNumber: true as const };
  const columns = [
    { name: words.item },
    { name: words.period },
    { name: words.quantity, ...number },
    { name: words.price, ...number },
    { name: words.amount, ...number },
  ];
  const items = lines.flatMap(({ name, detail, period, parts, ...line }) => [
    [html`${name}${detailLines(detail)}`, period, line.quantity, line.price, line.amount],
    ...parts.map((part) => [
      html`<span class="quiet small">${part.name}</span>`,
      '',
      part.quantity,
      part.price,
      part.amount,
    ]),
  ]);
  const sums = totals.map(
    ({ name, value, isSum }) =>
      html`<tr${isSum ? html` class="sum"` : undefined}><th scope="row" dir="auto">${name}</th><td class="end">${value}</td></tr>`,
  );
  const total = html`<table class="totals"><tbody>${sums}</tbody></table>`;
  return card(
    words.lines,
    html`${items.length > 0 ? pageTable({ columns, rows: items }) : undefined}${total}`,
  );
}

const notesCard = ({ notes }: InvoiceContent): Html[] =>
  notes.length === 0 ? [] : [card(undefined, factRows(notes))];
