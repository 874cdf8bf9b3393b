-- Compatible: older programs ignore the idle end; the sessions that they open get one when a newer program issues a token.
-- The time at which an unused session ends. Null until its first use by a program that knows idle ends.
ALTER TABLE person_session ADD COLUMN idle_ends_at timestamptz;
CREATE INDEX person_session_idle_end ON person_session (idle_ends_at);
