import { addressesOfBuyer, contactAddresses } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import { type Mail, queueMail } from '../../platform/mail/outbox.ts';
import { type MailPayload, mailJob } from '../invoices/index.ts';
import { type Content, contentOf, type Printed } from './content.ts';
import { invoiceHtml } from './html.ts';
import type { InvoiceLinks } from './links.ts';
import { readMailed } from './read.ts';

/**
 * Mails an invoice, to each contact by itself. One that was voided meanwhile is mailed to nobody, and of one that was paid
 * meanwhile nobody is told that a charge failed.
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
    if (!found || found.addresses.length === 0) return job.finish('mailed to nobody');
    const mail = await invoiceMail(links, found.printed, reason);
    await job.finish(`mailed to ${found.addresses.length}`, async (scope) => {
      for (const address of found.addresses)
        await scope.query(
          queueMail({
            ...mail,
            to: [address],
            id: scope.newId('mai'),
            now: scope.wallNow,
            sentFor: scope.organizationId,
          }),
        );
    });
  },
});

/** The contacts that were chosen, else all of the buyer. */
async function addressesOf(
  scope: OrgTransaction,
  { invoice: { buyer_id: buyerId } }: Printed,
  contactIds: readonly string[] | undefined,
): Promise<string[]> {
  const found = contactIds
    ? [...(await contactAddresses(scope, contactIds)).values()]
    : buyerId === null
      ? []
      : await addressesOfBuyer(scope, buyerId);
  return [...new Set(found)];
}

/** The mail of an invoice, without whom it is for. */
export async function invoiceMail(
  links: InvoiceLinks,
  printed: Printed,
  reason?: MailPayload['reason'],
): Promise<Omit<Mail, 'to'>> {
  const content = contentOf(printed);
  const { organization_id: organizationId, id } = printed.invoice;
  const url = links.addresses({ organizationId, id }).pageUrl;
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

/** What the mail asks for: nothing where nothing is to be paid. */
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
    name,
    '',
  ].join('\n');
