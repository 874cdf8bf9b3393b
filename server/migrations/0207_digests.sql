-- Compatible: an older program writes no message that waits for a digest.
-- A message for a digest waits until digest_mail_id names the digest's mail, whose outcome is the outcome of the message.
ALTER TABLE notification_message
  ADD COLUMN gathered_for text COLLATE "C",
  ADD COLUMN digest_mail_id text COLLATE "C";
CREATE INDEX notification_message_gathered ON notification_message (organization_id, gathered_for, creation_time)
  WHERE gathered_for IS NOT NULL AND digest_mail_id IS NULL AND status = 'PENDING';
CREATE INDEX notification_message_of_digest ON notification_message (organization_id, digest_mail_id)
  WHERE digest_mail_id IS NOT NULL;
GRANT UPDATE (digest_mail_id) ON notification_message TO tradepost_app;

CREATE OR REPLACE FUNCTION mail_tells_message() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  message_ids text[] := ARRAY[NEW.id];
BEGIN
  IF NEW.id LIKE 'dig\_%' THEN
    message_ids := ARRAY(SELECT d.id FROM notification_message d
      WHERE d.organization_id = NEW.sent_for AND d.digest_mail_id = NEW.id);
  END IF;
  UPDATE notification_message m SET attempts = NEW.attempts, last_error = NEW.last_error,
    status = CASE NEW.outcome WHEN 'SENT' THEN 'DONE' WHEN 'FAILED' THEN 'FAILED' ELSE 'PENDING' END,
    last_update_time = clock_timestamp() + coalesce((
      SELECT o.clock_offset_ms FROM organization o WHERE o.organization_id = NEW.sent_for), 0) * interval '1 millisecond'
  WHERE m.organization_id = NEW.sent_for AND m.id = ANY (message_ids);
  RETURN NULL;
END
$$;
