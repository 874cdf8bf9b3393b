-- Compatible: an older program shows the exact type, as before, and keeps it where a client sends back what a newer one answered.
-- Products and offers of services by people are answered with the published type UNKNOWN, and the exact one beside it. A client that
-- sends such a record to an older program would change its type.
CREATE FUNCTION keep_own_product_type() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.product_type := OLD.product_type;
  RETURN NEW;
END
$$;
CREATE TRIGGER product_keeps_own_type BEFORE UPDATE OF product_type ON product FOR EACH ROW
  WHEN (OLD.product_type = 'PROFESSIONAL_SERVICES' AND NEW.product_type = 'UNKNOWN')
  EXECUTE FUNCTION keep_own_product_type();
CREATE TRIGGER offer_keeps_own_product_type BEFORE UPDATE OF product_type ON offer FOR EACH ROW
  WHEN (OLD.product_type = 'PROFESSIONAL_SERVICES' AND NEW.product_type = 'UNKNOWN')
  EXECUTE FUNCTION keep_own_product_type();
