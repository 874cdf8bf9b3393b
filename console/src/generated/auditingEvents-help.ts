/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Helps } from '../ui/operation/helps.ts';

export const helps: Helps = {"queryAuditingEvents":{"$query/q":"Filter in prefix form, with the operators = != < <= > >= in like ilike is-null and or not, such as (or (= column 'value') (is-null column)). Columns: id, event_type, status, entity_type, entity_id, action, actor_type, actor_id, actor_email, request_id, creation_time, position","$query/s":"Sort order: column:asc,column:desc or -column,column. Columns: id, event_type, status, entity_type, entity_id, action, actor_type, actor_id, actor_email, request_id, creation_time, position"},"getAuditingEvent":{}};
