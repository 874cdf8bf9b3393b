-- Compatible: a new table, which an older program does not know.
-- Calls of language models: who asked, what became of it and what it cost. Neither what was asked nor what was answered.
CREATE TABLE ai_call (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  asked_by text COLLATE "C" NOT NULL,
  -- Whose language model: the operator's, whose calls have a reservation and a cost, or one of the organization's own.
  provider text COLLATE "C" NOT NULL CHECK (provider IN ('OPERATOR', 'INTEGRATION')),
  reservation_id text COLLATE "C",
  -- The Idempotency-Key of the request, for as long as a repeat of it must not call once more.
  request_key text COLLATE "C",
  -- None while it is under way, or where the program was lost meanwhile.
  outcome text COLLATE "C" CHECK (outcome IN ('ANSWERED', 'REFUSED', 'UNKNOWN')),
  input_tokens bigint CHECK (input_tokens >= 0),
  output_tokens bigint CHECK (output_tokens >= 0),
  -- By the wall clock.
  begin_time timestamptz NOT NULL,
  end_time timestamptz,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX ai_call_by_creation ON ai_call (organization_id, creation_time, id);
CREATE UNIQUE INDEX ai_call_by_request_key ON ai_call (organization_id, asked_by, request_key)
  WHERE request_key IS NOT NULL;
CALL protect_tenant_table('ai_call');
GRANT SELECT, INSERT, UPDATE ON ai_call TO tradepost_app, tradepost_system;
GRANT DELETE ON ai_call TO tradepost_system;
