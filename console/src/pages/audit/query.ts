/** The filters of the audit trail in the address. Days are days in UTC; `to` includes its day. */
export type AuditSearch = {
  actor?: string;
  action?: string;
  entity?: string;
  record?: string;
  text?: string;
  from?: string;
  to?: string;
};

const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
/** A pattern that finds a part of a text. */
const part = (text: string): string => quoted(`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`);

const afterDay = (day: string): string => {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString();
};
const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Returns the filter for the service's query, or undefined without filters. */
export function auditQuery({
  actor,
  action,
  entity,
  record,
  text,
  from,
  to,
}: AuditSearch): string | undefined {
  const conditions = [
    actor && `(or (ilike actor_email ${part(actor)}) (= actor_id ${quoted(actor)}))`,
    action && `(= action ${quoted(action)})`,
    entity && `(= entity_type ${quoted(entity)})`,
    record && `(= entity_id ${quoted(record)})`,
    text &&
      `(or ${['event_type', 'entity_id', 'request_id', 'actor_email'].map((name) => `(ilike ${name} ${part(text)})`).join(' ')})`,
    isDay(from) && `(>= creation_time ${quoted(`${from}T00:00:00.000Z`)})`,
    isDay(to) && `(< creation_time ${quoted(afterDay(to))})`,
  ].filter(Boolean);
  if (conditions.length === 0) return undefined;
  return conditions.length === 1 ? String(conditions[0]) : `(and ${conditions.join(' ')})`;
}
