-- Compatible: an older program neither reads nor writes the columns. It counts the tries of a job, and what it tried may
-- have had its effect.
-- Tries that are known to have changed nothing where they called.
ALTER TABLE job ADD COLUMN harmless_attempts integer NOT NULL DEFAULT 0;
-- Since when each try has failed.
ALTER TABLE job ADD COLUMN failing_since timestamptz;
-- What has to be mended before the job is run again: until then its time is not near, and no claim meets it.
ALTER TABLE job ADD COLUMN waits_for text COLLATE "C";
CREATE INDEX job_waiting ON job (organization_id, waits_for) WHERE finished_at IS NULL AND waits_for IS NOT NULL;
