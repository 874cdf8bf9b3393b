import { recordPage } from '../../console/index.ts';
import type { MailContent, MailFact } from '../../platform/mail/layout.ts';
import { dayInWords, money } from '../../platform/money-and-time/words.ts';
import type { Audience } from '../channels.ts';
import { type Notification, truncate, wordsOfStatus } from '../translate.ts';
import { answerAbove } from './correspondence.ts';
import { failureOf } from './failures.ts';
import type { View } from './templates.ts';

/** The recipient of a mail, as far as the content depends on the recipient. */
export type MailReader = {
  audience: Audience;
  organizationId: string;
  /** The base address of the console. */
  baseUrl: string;
  /** Whether the recipient is a member; otherwise, the organization entered the address or a record contains it. */
  isMember: boolean;
  /** Whether the recipient can answer by mail. */
  isAnswerable: boolean;
};

/** The values of the view that the mail shows. */
type Shown = {
  title: string;
  organization: { name?: string | undefined };
  entity: { label: string; name?: string | undefined };
  offer?: Partial<Record<'price' | 'discount' | 'duration' | 'expires' | 'url', string>>;
  signup?: Partial<Record<'emailAddress' | 'phoneNumber' | 'purchase' | 'entitlementID' | 'notes', string>>;
};

/** Returns the subject of a mail without a template. Buyers also read the seller's name. */
export function usualSubject(view: View): string {
  const { title, entity, organization } = view as Shown;
  const seller = view.audience === 'BUYERS' && organization.name ? `${organization.name}: ` : '';
  return `${seller}${title}${entity.name ? `: ${entity.name}` : ''}`;
}

const longestHeading = 200;
const longestMessage = 10_000;

/** Composes the mail about a notification, for notification scopes without a template. */
export function usualMail(notification: Notification, view: View, reader: MailReader): MailContent {
  const { title, offer } = view as Shown;
  const { inMails, entityType, entityStatus, entityId, action } = notification;
  const marker = reader.isAnswerable ? answerAbove : undefined;
  if (reader.audience === 'BUYERS')
    return {
      marker,
      heading: title,
      paragraphs: [truncate(inMails.toBuyers, longestMessage)],
      facts: factsOf(notification, view as Shown),
      button: offer?.url ? { label: 'Open the offer', url: offer.url } : undefined,
      footer: footerOf(view as Shown, reader),
    };
  const { path, label } = recordPage({
    organizationId: reader.organizationId,
    entityType,
    id: entityId,
    isDeleted: action === 'DELETE',
  });
  const failure = inMails.reason === undefined ? undefined : failureOf(entityType, entityStatus);
  return {
    marker,
    heading: truncate(failure?.heading ?? title, longestHeading),
    paragraphs: failure ? [] : [truncate(inMails.message, longestMessage)],
    problem: inMails.reason === undefined ? undefined : { message: inMails.reason, fix: failure?.fix },
    facts: [...factsOf(notification, view as Shown), ...memberFactsOf(notification)],
    button: { label, url: `${reader.baseUrl}${path}` },
    footer: footerOf(view as Shown, reader),
  };
}

const present = (facts: readonly (readonly [string, string | undefined])[]): MailFact[] =>
  facts.flatMap(([name, value]) => (value ? [{ name, value }] : []));

/** The facts for every audience. */
const factsOf = ({ record, entityType }: Notification, { entity, offer, signup }: Shown): MailFact[] =>
  present([
    [entity.label, entity.name],
    ['E-mail', signup?.emailAddress],
    ['Telephone', signup?.phoneNumber],
    ['Purchase', signup?.purchase],
    ['Entitlement', signup?.entitlementID],
    ['Notes', signup?.notes],
    ['Price', offer?.price],
    ['Discount', offer?.discount],
    ['Duration', offer?.duration],
    ['Accept by', offer?.expires],
    ...(entityType === 'ENTITLEMENT'
      ? [['Start', dayOf(record.startTime)] as const, ['End', dayOf(record.endTime)] as const]
      : []),
  ]);

const memberFactsOf = ({ record, entityType, entityStatus, inMails, createdBy }: Notification): MailFact[] =>
  present([
    ['Committed', entityType === 'ENTITLEMENT' ? amountOf(record) : undefined],
    ['Status', entityStatus && capitalized(wordsOfStatus(entityStatus))],
    ['Marketplace', inMails.partner],
    ['By', createdBy.entityType === 'SERVICE' ? undefined : textOf(createdBy.name ?? createdBy.email)],
  ]);

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const dayOf = (value: unknown): string | undefined => dayInWords(textOf(value));

function amountOf({ info }: Notification['record']): string | undefined {
  const { commitAmount, currency } = (info ?? {}) as { commitAmount?: unknown; currency?: unknown };
  return typeof commitAmount === 'number' ? money(commitAmount, textOf(currency)) : undefined;
}

/** The page on which members change which mails they get. */
export const mailSettingsPath = '/console/account#mail';

/** Says why the recipient gets the mail, and where that can be changed. */
function footerOf(
  { organization: { name = 'the organization' } }: Shown,
  { audience, isMember, baseUrl }: MailReader,
): MailContent['footer'] {
  if (audience === 'BUYERS')
    return { text: `${name} sends you this mail because you are a contact for this purchase.` };
  if (!isMember)
    return {
      text: `You receive this mail because ${name} entered your address for these notifications. An administrator of ${name} can remove the address.`,
    };
  return {
    text: `You receive this mail because you are a member of ${name}.`,
    link: { label: 'Change your mail settings', url: `${baseUrl}${mailSettingsPath}` },
  };
}
