-- Compatible: version 0.2.0 gives each offer that waits its job itself.
-- The rest of what made these jobs for version 0.1.0.
DROP TRIGGER asking_owes_reread ON job;
DROP FUNCTION asking_owes_reread();
DROP FUNCTION owe_reread(text, text, double precision);
