import type { AuditingActor } from '@tradepost/sdk';
import { nameOf } from '../../ui/words.ts';

/** Returns the name of an actor: a person, an API client, or the service itself. */
export const actorName = (actor: AuditingActor | undefined): string =>
  actor?.email || actor?.name || (actor?.entityType ? nameOf(actor.entityType) : 'Tradepost');
