import type { PassageSource } from '../knowledge/index.ts';

/** The searchable texts of a ticket, with its comments in order. */
type TicketSearchRow = { id: string; name: string; description: string | null; comments: string[] };

/** Support tickets as search passages: name, description and comments. */
export const supportPassages: PassageSource = {
  type: 'SUPPORT_TICKET',
  entityType: 'SUPPORT_TICKET',
  atOnce: 10,
  load: async (scope, ids) => {
    const rows = await scope.query<TicketSearchRow>({
      name: 'load_searched_tickets',
      text: `SELECT t.id, t.name, t.description, ARRAY(SELECT c.content FROM support_comment c
               WHERE c.organization_id = t.organization_id AND c.ticket_id = t.id ORDER BY c.position) AS comments
             FROM support_ticket t WHERE t.organization_id = $1 AND t.id = ANY ($2)`,
      values: [scope.organizationId, ids],
    });
    return rows.map(({ id, name, description, comments }) => ({
      id,
      title: name,
      sections: [description ?? '', ...comments].map((text) => ({ headings: [], text })),
    }));
  },
  idsAfter: async (scope, after, limit) => {
    const rows = await scope.query<{ id: string }>({
      name: 'tickets_after',
      text: `SELECT t.id FROM support_ticket t WHERE t.organization_id = $1 AND t.id > $2 ORDER BY t.id LIMIT $3`,
      values: [scope.organizationId, after, limit],
    });
    return rows.map(({ id }) => id);
  },
};
