-- Compatible: an older program does not write the column; the trigger does.
-- When the money had come, or gone back: other changes of a payment do not move that.
ALTER TABLE payment_transaction ADD COLUMN success_time timestamptz;
UPDATE payment_transaction SET success_time = last_update_time WHERE status = 'SUCCESS';

CREATE FUNCTION payment_succeeds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.success_time := coalesce(NEW.success_time, NEW.last_update_time);
  RETURN NEW;
END
$$;
CREATE TRIGGER payment_succeeds BEFORE INSERT OR UPDATE OF status ON payment_transaction
  FOR EACH ROW WHEN (NEW.status = 'SUCCESS') EXECUTE FUNCTION payment_succeeds();
