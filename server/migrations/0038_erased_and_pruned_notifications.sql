-- Deliveries and mails of an erased entry go on, and say no more than that it was erased.
GRANT UPDATE (entity_name, message, contact_ids, info, last_update_time) ON notification_event TO tradepost_system;
GRANT UPDATE (body) ON webhook_payload TO tradepost_system;
GRANT UPDATE (response_excerpt) ON webhook_attempt TO tradepost_system;

CREATE FUNCTION erasure_reaches_notifications() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  ids text[];
  erased CONSTANT text := 'What it was about was erased.';
BEGIN
  SELECT array_agg(n.id) INTO ids FROM event_seal s
    JOIN notification_event n ON n.organization_id = s.organization_id AND n.position = s.position
    WHERE s.organization_id = NEW.organization_id AND s.event_id = NEW.id;
  IF ids IS NULL THEN RETURN NULL; END IF;
  UPDATE notification_event n SET entity_name = NULL, message = erased, contact_ids = '{}',
    info = jsonb_build_object('position', n.info -> 'position', 'sequence', n.info -> 'sequence')
    WHERE n.organization_id = NEW.organization_id AND n.id = ANY (ids);
  UPDATE webhook_payload p SET body = ((p.body::jsonb - 'entityName')
      || jsonb_build_object('message', erased, 'info', '{}'::jsonb, 'data', '{}'::jsonb))::text
    WHERE p.organization_id = NEW.organization_id AND p.event_id = ANY (ids);
  UPDATE webhook_attempt a SET response_excerpt = NULL FROM notification_message m
    WHERE m.organization_id = NEW.organization_id AND m.notification_event_id = ANY (ids)
      AND a.organization_id = m.organization_id AND a.delivery_id = m.id AND a.response_excerpt IS NOT NULL;
  -- A mail that is still owed is sent; its text goes with that, as always.
  UPDATE outgoing_mail o SET subject = '', to_addresses = '{}', cc_addresses = '{}', bcc_addresses = '{}', last_error = NULL
    FROM notification_message m
    WHERE m.organization_id = NEW.organization_id AND m.notification_event_id = ANY (ids)
      AND o.id = m.id AND o.sent_for = m.organization_id AND o.finished_at IS NOT NULL;
  UPDATE notification_message m SET recipient = CASE m.type WHEN 'WEBHOOK' THEN m.recipient ELSE '' END,
    cc_recipients = '{}', bcc_recipients = '{}', contact_id = NULL, subject = NULL, text_content = NULL,
    html_content = NULL, standard_fields = NULL, last_error = NULL
    WHERE m.organization_id = NEW.organization_id AND m.notification_event_id = ANY (ids);
  RETURN NULL;
END
$$;
CREATE TRIGGER erasure_reaches_notifications AFTER UPDATE OF erased_at ON event
  FOR EACH ROW WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL)
  EXECUTE FUNCTION erasure_reaches_notifications();

-- What is pruned from the trail goes from the lists of what was told, which would grow for ever otherwise.
CREATE FUNCTION pruning_reaches_notifications() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  WITH told AS (
    DELETE FROM notification_event n USING pruned s
    WHERE n.organization_id = s.organization_id AND n.position = s.position
    RETURNING n.organization_id, n.id)
  DELETE FROM notification_message m USING told
  WHERE m.organization_id = told.organization_id AND m.notification_event_id = told.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER pruning_reaches_notifications AFTER DELETE ON event_seal
  REFERENCING OLD TABLE AS pruned FOR EACH STATEMENT EXECUTE FUNCTION pruning_reaches_notifications();
