import type { ScopeRouting } from '../channels.ts';
import { type Notification, shortened } from '../translate.ts';
import { frame, usualHtml, usualSubject, usualText } from './layout.ts';
import { renderHtml, renderText, unlimited, type View } from './templates.ts';

/** Members of the organization, or whoever the offer is for: these see only what a buyer may (R32). */
export type Audience = 'MEMBERS' | 'BUYERS';

export type Content = { subject: string; text: string; html: string };

type JsonObject = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : {};

/** What a mail shows of a text: others write them, and some are as long as a request may be. */
const longestName = 500;
const longestMessage = 10_000;
const longestLink = 4000;

/** A link that a mail may show: nothing that a reader's program would run. */
const webAddress = (value: unknown): string | undefined =>
  typeof value === 'string' &&
  value.length <= longestLink &&
  /^https?:\/\//i.test(value) &&
  URL.canParse(value)
    ? value
    : undefined;

/**
 * What templates can show. It is put together field by field, so that nothing of the seller's own gets into a mail to
 * a buyer because somebody added a field to a record.
 */
export function viewOf(told: Notification, audience: Audience, organizationName: string | undefined): View {
  const { record, entityType } = told;
  const info = objectOf(record.info);
  const name = shortened(told.entityName, longestName);
  const offer = entityType === 'OFFER' && {
    offer: {
      name,
      expireTime: typeof record.expireTime === 'string' ? record.expireTime : undefined,
      url: webAddress(info.privateOfferUrl),
    },
  };
  const { title, message } = audience === 'BUYERS' ? told.toBuyers : told;
  const label = entityType.replaceAll('_', ' ').toLowerCase();
  return {
    audience,
    title,
    message: shortened(message, longestMessage),
    partner: told.partner,
    time: told.timestamp,
    organization: { name: shortened(organizationName, longestName) },
    entity: {
      label: `${label.slice(0, 1).toUpperCase()}${label.slice(1)}`,
      type: entityType,
      name,
      ...(audience === 'MEMBERS' ? { id: told.entityId, status: told.entityStatus } : {}),
    },
    ...offer,
    ...(audience === 'MEMBERS' ? { scope: told.scope, priority: told.priority, actor: told.createdBy } : {}),
  };
}

/** One line, of a length that mail programs show. */
const oneLine = (subject: string): string =>
  subject
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 250);

/** What is left of the time in which an organization's own templates may keep the program busy. */
export type Budget = { leftMs: number };

/**
 * The subject and content of a mail, by the scope's own templates or the usual ones. A template that fails for this
 * view, or whose time is used up, gives way to the usual one: it is better told plainly than not at all.
 */
export function contentOf(
  view: View,
  routing: ScopeRouting,
  budget: Budget = { leftMs: Number.POSITIVE_INFINITY },
): Content {
  const { subjectOverride, templateOverride } = routing;
  const title = subjectOverride && attempt(budget, () => renderText(subjectOverride, view));
  const content = templateOverride ? attempt(budget, () => renderHtml(templateOverride, view)) : undefined;
  return {
    subject: oneLine(title || renderText(usualSubject, view, unlimited)),
    text: renderText(usualText, view, unlimited),
    html: frame(content ?? renderHtml(usualHtml, view, unlimited)),
  };
}

function attempt(budget: Budget, render: () => string): string | undefined {
  if (budget.leftMs <= 0) return undefined;
  const began = performance.now();
  try {
    return render();
  } catch {
    return undefined;
  } finally {
    budget.leftMs -= performance.now() - began;
  }
}
