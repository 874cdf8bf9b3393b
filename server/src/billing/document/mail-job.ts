import { addressesOfBuyer, contactAddresses } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import { type Mail, queueMail } from '../../platform/mail/outbox.ts';
import { type Content, contentOf, type Printed } from './content.ts';
import { invoiceHtml } from './html.ts';
import type { InvoiceLinks } from './links.ts';
import { type MailPayload, mailJob } from './mail-job-definition.ts';
import { readPrinted } from './read.ts';

/** Mails an invoice, to each contact by itself. One that was voided meanwhile is mailed to nobody. */
export const mailJobHandler = (links: InvoiceLinks): JobHandler<MailPayload> => ({
  definition: mailJob,
  run: async (job) => {
    const { invoiceId, contactIds } = job.payload;
    const found = await job.transaction(async (scope) => {
      const printed = await readPrinted(scope, invoiceId);
      if (printed?.invoice.status !== 'FINALIZED') return undefined;
      return { printed, addresses: await addressesOf(scope, printed, contactIds) };
    });
    if (!found || found.addresses.length === 0) return job.finish('mailed to nobody');
    const mail = await invoiceMail(links, found.printed);
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
export async function invoiceMail(links: InvoiceLinks, printed: Printed): Promise<Omit<Mail, 'to'>> {
  const content = contentOf(printed);
  const { organization_id: organizationId, id } = printed.invoice;
  const url = links.addresses({ organizationId, id }).pageUrl;
  return {
    subject: subjectOf(content),
    text: textOf(content, url),
    html: await invoiceHtml(content, { intro: content.words.dueMail, url }),
  };
}

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

const subjectOf = ({ name, title, due }: Content): string =>
  `${oneLine(name).slice(0, 150)}: ${title}, ${due}`;

const textOf = ({ words, title, due, dueDay, name }: Content, url: string): string =>
  [
    title,
    '',
    words.dueMail,
    '',
    `${words.toPay}: ${due}`,
    ...(dueDay ? [`${words.due}: ${dueDay}`] : []),
    '',
    `${words.open}: ${url}`,
    '',
    name,
    '',
  ].join('\n');
