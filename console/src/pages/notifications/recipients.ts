import type { EmailNotificationScopeEventConfig } from '@tradepost/sdk';
import { nameOf } from '../../ui/words.ts';

/** Describes who is notified: groups of people, and addresses. */
export function recipientsOf(config: EmailNotificationScopeEventConfig | null | undefined): string {
  const { roleGroups = [], recipients = [], ccRecipients = [], bccRecipients = [] } = config ?? {};
  const all = [...roleGroups.map(nameOf), ...recipients];
  const copies = ccRecipients.length + bccRecipients.length;
  const main = all.length === 0 ? 'Admins and editors' : all.join(', ');
  return copies === 0 ? main : `${main}; ${copies} ${copies === 1 ? 'copy' : 'copies'}`;
}
