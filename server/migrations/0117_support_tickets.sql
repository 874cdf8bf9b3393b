-- Compatible: new tables, which an older program does not know, and two quotas more.
-- What an organization asks the operator of the service.
CREATE TABLE support_ticket (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  description text,
  task_type text COLLATE "C" NOT NULL,
  priority text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  creator text COLLATE "C" NOT NULL,
  -- Members, by their ids.
  watchers text[] COLLATE "C" NOT NULL DEFAULT '{}',
  -- What was attached, in its order; its contents are files.
  attachments jsonb NOT NULL DEFAULT '[]',
  comment_count integer NOT NULL DEFAULT 0 CHECK (comment_count >= 0),
  due_time timestamptz NOT NULL,
  -- The operator said when it is due: the priority does not any more.
  is_due_given boolean NOT NULL DEFAULT false,
  close_time timestamptz,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  sequence integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX support_ticket_by_creation ON support_ticket (organization_id, creation_time, id);
CALL protect_tenant_table('support_ticket');
GRANT SELECT, INSERT, UPDATE ON support_ticket TO tradepost_app, tradepost_system;

-- A comment never changes. Who wrote it is shown by the member's own row, so that nothing of a member stays here.
CREATE TABLE support_comment (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  ticket_id text COLLATE "C" NOT NULL,
  -- Its place in the ticket, from 1: as many as the ticket then had.
  position integer NOT NULL CHECK (position > 0),
  content text NOT NULL,
  creator_type text COLLATE "C" NOT NULL,
  creator_id text COLLATE "C" NOT NULL,
  -- Of a program.
  creator_name text,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX support_comment_by_place ON support_comment (organization_id, ticket_id, position);
CALL protect_tenant_table('support_comment');
GRANT SELECT, INSERT ON support_comment TO tradepost_app, tradepost_system;
