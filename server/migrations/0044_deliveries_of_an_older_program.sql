-- A program of the version before runs beside the newer one while they are replaced. It leaves it to the database to tell
-- messages of their deliveries; the newer one tells them itself, many at once, and counts that in the delivery. Where a
-- change was not counted the database tells the message. The trigger goes in the release after the one that brings it.
ALTER TABLE webhook_delivery ADD COLUMN told_changes integer NOT NULL DEFAULT 0;

CREATE FUNCTION delivery_tells_message() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE notification_message m SET attempts = NEW.attempts, last_error = NEW.last_error, status = NEW.status,
    last_update_time = clock_timestamp() + coalesce((
      SELECT o.clock_offset_ms FROM organization o WHERE o.organization_id = NEW.organization_id), 0)
      * interval '1 millisecond'
  WHERE m.organization_id = NEW.organization_id AND m.id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER delivery_tells_message AFTER UPDATE OF status, last_error ON webhook_delivery
  FOR EACH ROW WHEN (OLD.told_changes = NEW.told_changes
    AND (OLD.status <> NEW.status OR OLD.last_error IS DISTINCT FROM NEW.last_error))
  EXECUTE FUNCTION delivery_tells_message();
