-- Compatible: an older program sends every mail immediately, as before.
-- A member's own mail settings: no mail about own actions, and a digest instead of single mails.
ALTER TABLE member
  ADD COLUMN skip_own_actions boolean NOT NULL DEFAULT false,
  ADD COLUMN mail_digest text COLLATE "C" NOT NULL DEFAULT 'NONE'
    CONSTRAINT member_mail_digest CHECK (mail_digest IN ('NONE', 'HOURLY', 'DAILY'));
