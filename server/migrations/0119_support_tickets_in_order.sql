-- Compatible: indexes more, which an older program does not know and need not.
-- The operator works on the tickets of all organizations: what is due first is first, and an answer names its ticket only.
CREATE INDEX support_ticket_open_by_due ON support_ticket (due_time, id) WHERE status NOT IN ('CLOSED', 'ARCHIVED');
CREATE INDEX support_ticket_by_status ON support_ticket (status, due_time, id);
CREATE INDEX support_ticket_by_id ON support_ticket (id);
