import { Decimal } from 'decimal.js';
import { shownLength } from '../../marketplaces/index.ts';
import { html } from '../../platform/http/pages.ts';
import { composeMail, frame } from '../../platform/mail/layout.ts';
import { durationInWords, lengthInWords, money, timeInWords } from '../../platform/money-and-time/words.ts';
import type { Audience, NotificationRouting } from '../channels.ts';
import { type Notification, truncate } from '../translate.ts';
import { answerAbove } from './correspondence.ts';
import type { TemplateKind, TemplateThreads, View } from './templates.ts';
import { type MailReader, usualMail, usualSubject } from './usual.ts';

export type Content = { subject: string; text: string; html: string };

type JsonObject = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : {};

/** The maximum lengths of values in a mail. Values are untrusted input of any length that a request allows. */
const longestName = 500;
const longestMessage = 10_000;
const longestLink = 4000;

/** Returns a link that is safe in a mail: HTTP or HTTPS only. */
const webAddress = (value: unknown): string | undefined =>
  typeof value === 'string' &&
  value.length <= longestLink &&
  /^https?:\/\//i.test(value) &&
  URL.canParse(value)
    ? value
    : undefined;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const amountOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.map(objectOf) : []);

/** Formats the expiry, duration, discount and price of an offer. */
function inWords(record: JsonObject, info: JsonObject) {
  const discount = amountOf(info.discountPercentage);
  const { duration, months } = shownLength(info);
  return {
    expires: timeInWords(textOf(record.expireTime)),
    duration: months ? lengthInWords(months, 'MONTH') : durationInWords(duration),
    discount: discount ? `${discount} %` : undefined,
    price: priceOf(info),
  };
}

/**
 * Computes the price of an offer: the sum of its payments, otherwise the committed amount, otherwise its only commit.
 */
function priceOf(info: JsonObject): string | undefined {
  const currency = textOf(info.currency);
  const payments = listOf(info.paymentInstallments).map(({ amount }) => amountOf(amount) ?? 0);
  const paid = payments.reduce((sum, amount) => sum.plus(amount), new Decimal(0));
  if (!paid.isZero()) return money(paid.toNumber(), currency);
  const committed = amountOf(info.commitAmount);
  if (committed !== undefined) return money(committed, currency);
  const [only, ...more] = listOf(info.commits);
  const rate = amountOf(only?.rate);
  if (!only || rate === undefined || more.length > 0) return undefined;
  const [quantity, length] = [amountOf(only.quantity), amountOf(only.length)];
  const times = quantity && quantity > 1 ? ` × ${quantity}` : '';
  return `${money(rate, currency)}${times}${length ? ` for ${lengthInWords(length, textOf(only.timeUnit))}` : ''}`;
}

/**
 * Builds the view of a notification, which contains the values for templates. The view is built from individual fields,
 * so that a new record field cannot leak the seller's data into a mail to a buyer.
 */
export function viewOf(
  notification: Notification,
  audience: Audience,
  organizationName: string | undefined,
): View {
  const { record, entityType } = notification;
  const info = objectOf(record.info);
  const name = truncate(notification.entityName, longestName);
  const offer = entityType === 'OFFER' && {
    offer: {
      name,
      expireTime: typeof record.expireTime === 'string' ? record.expireTime : undefined,
      url: webAddress(info.privateOfferUrl),
      ...inWords(record, info),
    },
  };
  const { title, message } = audience === 'BUYERS' ? notification.toBuyers : notification;
  const signup = audience === 'MEMBERS' ? signupOf(notification) : undefined;
  const label = signup ? 'client' : entityType.replaceAll('_', ' ').toLowerCase().replace(/^api /, 'API ');
  return {
    audience,
    title,
    message: truncate(message, longestMessage),
    // Mails to buyers contain the marketplace's name instead of its code.
    partner: audience === 'MEMBERS' ? notification.partner : undefined,
    time: notification.timestamp,
    organization: { name: truncate(organizationName, longestName) },
    entity: {
      label: `${label.slice(0, 1).toUpperCase()}${label.slice(1)}`,
      type: entityType,
      name,
      ...(audience === 'MEMBERS' ? { id: notification.entityId, status: notification.entityStatus } : {}),
    },
    ...offer,
    ...(signup ? { signup } : {}),
    ...(audience === 'MEMBERS'
      ? {
          scope: notification.notificationScope,
          priority: notification.priority,
          actor: notification.createdBy,
          summary: truncate(notification.inMails.message, longestMessage),
          reason: notification.inMails.reason,
        }
      : {}),
  };
}

/** Returns the values of the form of a signup, for the organization's members. */
function signupOf({ notificationScope, record }: Notification): JsonObject | undefined {
  if (notificationScope !== 'NEW_CLIENT_SIGNUP.NOTIFICATION_MESSAGE') return undefined;
  const { firstName, lastName, companyName, emailAddress, phoneNumber, notes, entitlementID } = record;
  const name = [firstName, lastName].map(textOf).filter(Boolean).join(' ');
  return {
    contactName: name || textOf(record.contactName),
    firstName: textOf(firstName),
    lastName: textOf(lastName),
    companyName: textOf(companyName),
    emailAddress: textOf(emailAddress),
    phoneNumber: textOf(phoneNumber),
    notes: textOf(notes),
    entitlementID: textOf(entitlementID),
    purchase: textOf(record.entitlementName),
  };
}

/** Reduces a subject to one line of a length that mail clients display. */
const oneLine = (subject: string): string =>
  subject
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 250);

type TemplateField = 'subjectOverride' | 'templateOverride';

/** Renders an organization's own template. Returns undefined if the default template applies. */
export type RenderOverride = (
  field: TemplateField,
  kind: TemplateKind,
  template: string,
  view: View,
) => Promise<string | undefined>;

/**
 * Renders the subject and content of a mail: the scope's templates, or the layout of all mails. The text part has no
 * template.
 */
export async function contentOf(
  notification: Notification,
  view: View,
  reader: MailReader,
  { routing, render }: { routing: NotificationRouting; render: RenderOverride },
): Promise<Content> {
  const { subjectOverride, templateOverride } = routing;
  const title = subjectOverride && (await render('subjectOverride', 'text', subjectOverride, view));
  const own = templateOverride ? await render('templateOverride', 'html', templateOverride, view) : undefined;
  const { note } = routing;
  const usual = composeMail({ ...usualMail(notification, view, reader), notes: note ? [note] : [] });
  const marker = reader.isAnswerable ? `<p style="color:#62626b;font-size:12px">${answerAbove}</p>\n` : '';
  return {
    subject: oneLine(title || usualSubject(view)),
    text: usual.text,
    html: own === undefined ? usual.html : frame(`${marker}${own}${noteHtml(note)}`),
  };
}

/** Renders the organization's own text at the end of a mail. */
const noteHtml = (note: string | undefined): string =>
  note ? html`\n<p style="margin:24px 0 0;white-space:pre-line" dir="auto">${note}</p>`.text : '';

/** The maximum time for rendering an organization's own templates in one batch. */
const budgetMs = 2000;

/**
 * Renders the mails of one batch within a time budget. A template that fails or exceeds the budget is
 * replaced by the default template, so that the mail is still sent.
 */
export function withinBudget(threads: TemplateThreads, organizationId: string): RenderOverride {
  let leftMs = budgetMs;
  return async (_field, kind, template, view) => {
    if (leftMs <= 0) return undefined;
    let began = performance.now();
    const onBegun = () => {
      began = performance.now();
    };
    try {
      return await threads.run(organizationId, { kind, template, view }, onBegun);
    } catch {
      return undefined;
    } finally {
      leftMs -= performance.now() - began;
    }
  };
}
