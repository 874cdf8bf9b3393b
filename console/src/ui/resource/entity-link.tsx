import { paths } from '../../paths.ts';
import { nameOf } from '../words.ts';
import { PathLink } from './links.tsx';

/** The pages of records by their type in events, with the name of the path parameter. */
const pagesOf: Readonly<Record<string, readonly [path: string, name: string]>> = {
  API_CLIENT: [paths.client, 'apiClientId'],
  BUYER: [paths.buyer, 'buyerId'],
  CHANNEL_PARTNER: [paths.channelPartner, 'channelPartnerId'],
  CONTACT: [paths.contact, 'contactId'],
  DEAL_REGISTRATION: [paths.deal, 'dealRegistrationId'],
  ENTITLEMENT: [paths.entitlement, 'entitlementId'],
  FILE: [paths.file, 'fileId'],
  KNOWLEDGE_ARTICLE: [paths.article, 'articleId'],
  OFFER: [paths.offer, 'offerId'],
  SUPPORT_TICKET: [paths.ticket, 'ticketId'],
  USER: [paths.member, 'memberId'],
  WEBHOOK_ENDPOINT: [paths.webhook, 'webhookId'],
};

type EntityLinkProps = {
  orgId: string;
  type: string | undefined;
  id: string | undefined;
  /** The name of the record, if it is known. */
  name?: string | undefined;
  /** Whether the type is omitted. */
  isBare?: boolean;
};

/** The type and the name of a record, linked to its page if it has one. */
export function EntityLink({ orgId, type, id, name, isBare }: EntityLinkProps) {
  const page = pagesOf[type ?? ''];
  const text = name || id;
  const shown =
    page && id ? (
      <PathLink path={page[0]} params={{ orgId, [page[1]]: id }}>
        {text}
      </PathLink>
    ) : (
      text
    );
  if (isBare) return shown;
  return (
    <span className="[&>a]:underline">
      {nameOf(type)} {shown}
    </span>
  );
}
