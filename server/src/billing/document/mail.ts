import { z } from 'zod';
import { addressesOfBuyer, contactAddresses } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import { type Mail, queueMail } from '../../platform/mail/outbox.ts';
import { invoiceErrors } from '../errors.ts';
import {
  BillingInvoice,
  type CreditNoteMail,
  creditNoteMailJob,
  type InvoiceRow,
  type MailPayload,
  mailJob,
  requestMail,
  requireContacts,
  selectInvoice,
} from '../invoices/index.ts';
import {
  type Content,
  contentOf,
  creditNoteContentOf,
  type DocumentRecords,
  reasonForMail,
} from './content.ts';
import { type InvoiceLinks, linkedOf } from './links.ts';
import { readCreditNote, readMailed, requireFound } from './read.ts';
import { invoiceHtml } from './render.ts';

export const previewMailRoute = (links: InvoiceLinks) =>
  route({
    method: 'GET',
    path: '/org/{orgId}/invoice/{invoiceId}/preview',
    operationId: 'previewInvoiceEmail',
    group: 'Billing',
    summary: 'Preview the mail of an invoice',
    description:
      'HTML of the mail that contacts receive when the invoice is issued, with the invoice’s ' +
      'current content.',
    access: 'billing:read',
    response: z.string(),
    responseDescription: 'HTML of the mail',
    responseExample: '<!doctype html>…',
    errors: [invoiceErrors.invoice_not_found.definition],
    run: {
      kind: 'outside',
      handle: async ({ transaction }, { params }) => {
        const printed = requireFound(await transaction((scope) => readMailed(scope, params.invoiceId)));
        return { body: (await invoiceMail(links, printed)).html };
      },
    },
  });

export const resendMailRoute = (links: InvoiceLinks) =>
  route({
    method: 'POST',
    path: '/org/{orgId}/invoice/{invoiceId}/notifyContacts',
    operationId: 'notifyInvoiceContacts',
    group: 'Billing',
    summary: 'Resend an issued invoice',
    description:
      'Sends a separate mail to each contact in the body. Without a body, mails go to all contacts of the buyer, ' +
      'or to the buyer’s own address if the buyer has no contacts.',
    access: 'billing:write',
    body: z.array(z.string().max(200)).max(1000).optional(),
    example: [],
    response: BillingInvoice,
    responseDescription: 'The invoice',
    errors: [invoiceErrors.invoice_not_found.definition, invoiceErrors.invoice_state.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(links.show(await mailAgain(scope, params.invoiceId, body))),
      }),
    },
  });

/**
 * Mails an issued invoice again. @throws 400 if the invoice is not issued, or a contact has no e-mail address
 */
async function mailAgain(
  scope: OrgTransaction,
  id: string,
  contactIds: readonly string[] | undefined,
): Promise<InvoiceRow> {
  const invoice = requireFound((await scope.query<InvoiceRow>(selectInvoice(scope, id)))[0]);
  if (invoice.status !== 'FINALIZED')
    throw invoiceErrors.invoice_state(`The invoice is ${invoice.status}; it must be FINALIZED.`);
  await requireContacts(scope, contactIds);
  await scope.query(requestMail(scope, id, contactIds));
  return invoice;
}

/**
 * Mails an invoice to each contact separately. An invoice that was voided in the meantime is skipped, as is
 * the notice of a failed charge for an invoice that was paid in the meantime.
 */
export const mailJobHandler = (links: InvoiceLinks): JobHandler<MailPayload> => ({
  definition: mailJob,
  run: async (job) => {
    const { invoiceId, contactIds, reason } = job.payload;
    const found = await job.transaction(async (scope) => {
      const printed = await readMailed(scope, invoiceId);
      if (printed?.invoice.status !== 'FINALIZED') return undefined;
      if (reason && contentOf(printed).asked !== 'OPEN') return undefined;
      return { printed, addresses: await addressesOf(scope, printed, contactIds) };
    });
    if (!found || found.addresses.length === 0) return job.finish('no recipients');
    const mail = await invoiceMail(links, found.printed, reason);
    await job.finish(`mailed to ${found.addresses.length} recipients`, (scope) =>
      queueEach(scope, mail, found.addresses),
    );
  },
});

/** Mails a credit note to each contact of the buyer separately, once. */
export const creditNoteMailJobHandler = (links: InvoiceLinks): JobHandler<CreditNoteMail> => ({
  definition: creditNoteMailJob,
  run: async (job) => {
    const { creditNoteId } = job.payload;
    const found = await job.transaction(async (scope) => {
      const read = await readCreditNote(scope, creditNoteId);
      return read && { ...read, addresses: await addressesOf(scope, read.printed, undefined) };
    });
    if (!found || found.addresses.length === 0) return job.finish('no recipients');
    const { printed, note, addresses } = found;
    const content = creditNoteContentOf(printed, note);
    const url = links.noteAddresses({ ...linkedOf(printed.invoice), id: creditNoteId }).pageUrl;
    const intro = content.words.creditMail;
    const { words, title, due, name } = content;
    const mail = {
      subject: `${oneLine(name).slice(0, 150)}: ${title}, ${due}`,
      text: [
        title,
        '',
        intro,
        '',
        `${words.amountCredited}: ${due}`,
        '',
        `${content.opens}: ${url}`,
        '',
        reasonForMail(content),
        '',
      ].join('\n'),
      html: await invoiceHtml(content, { intro, url }),
    };
    await job.finish(`mailed to ${addresses.length} recipients`, (scope) =>
      queueEach(scope, mail, addresses),
    );
  },
});

/** Queues a separate mail for each address. */
async function queueEach(
  scope: OrgTransaction,
  mail: Omit<Mail, 'to'>,
  addresses: readonly string[],
): Promise<void> {
  for (const address of addresses)
    await scope.query(
      queueMail({
        ...mail,
        to: [address],
        id: scope.newId('mai'),
        now: scope.wallNow,
        sentFor: scope.organizationId,
      }),
    );
}

/** Returns the addresses of the chosen contacts, or else of all contacts of the buyer. */
async function addressesOf(
  scope: OrgTransaction,
  { invoice: { buyer_id: buyerId } }: DocumentRecords,
  contactIds: readonly string[] | undefined,
): Promise<string[]> {
  const found = contactIds
    ? [...(await contactAddresses(scope, contactIds)).values()]
    : buyerId === null
      ? []
      : await addressesOfBuyer(scope, buyerId);
  return [...new Set(found)];
}

/** Builds the mail of an invoice without recipients. */
async function invoiceMail(
  links: InvoiceLinks,
  printed: DocumentRecords,
  reason?: MailPayload['reason'],
): Promise<Omit<Mail, 'to'>> {
  const content = contentOf(printed);
  const url = links.addresses(linkedOf(printed.invoice)).pageUrl;
  const intro = introOf(content, reason);
  return {
    subject: subjectOf(content),
    text: textOf(content, intro, url),
    html: await invoiceHtml(content, { intro, url }),
  };
}

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

const subjectOf = ({ name, title, asked, due, words }: Content): string =>
  `${oneLine(name).slice(0, 150)}: ${title}${asked === 'OPEN' ? `, ${due}` : asked === 'PAID' ? `, ${words.isPaid}` : ''}`;

/** Returns the introduction of the mail: a payment request only if an amount is open. */
function introOf({ words, asked, isCharged }: Content, reason: MailPayload['reason']): string {
  if (asked === 'OPEN' && reason) return words.failedMail;
  if (asked === 'OPEN') return isCharged ? words.chargedMail : words.dueMail;
  return { PAID: words.paidMail, NOTHING: words.nothingMail, VOID: words.voidMail }[asked];
}

const textOf = ({ words, title, asked, due, dueDay, name }: Content, intro: string, url: string): string =>
  [
    title,
    '',
    intro,
    '',
    ...(asked === 'OPEN'
      ? [`${words.toPay}: ${due}`, ...(dueDay ? [`${words.due}: ${dueDay}`] : []), '']
      : []),
    `${words.open}: ${url}`,
    '',
    reasonForMail({ words, name }),
    '',
  ].join('\n');
