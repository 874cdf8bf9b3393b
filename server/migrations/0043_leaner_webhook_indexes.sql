-- What a delivery is made of anew at each change is what speed depends on: no index that another can stand in for.
-- Those that wait are few and have an index of their own, those that arrived are nearly all.
DROP INDEX webhook_delivery_by_status;
CREATE INDEX webhook_delivery_failed ON webhook_delivery (organization_id, endpoint_id, creation_time, id)
  WHERE status = 'FAILED';

-- What is swept by its age alone lies in the order of its age: an index of ranges finds it, and costs a delivery nothing.
DROP INDEX webhook_delivery_finished;
CREATE INDEX webhook_delivery_finished ON webhook_delivery USING brin (finished_at);
DROP INDEX webhook_attempt_by_time;
CREATE INDEX webhook_attempt_by_time ON webhook_attempt USING brin (start_time);
DROP INDEX webhook_payload_by_creation;
CREATE INDEX webhook_payload_by_creation ON webhook_payload USING brin (creation_time);
