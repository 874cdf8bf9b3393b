-- Offers are found by these; a longer text than a filter takes is cut, as an index cannot hold it.
ALTER TABLE offer
  ADD COLUMN crm_b_deal_id text COLLATE "C" GENERATED ALWAYS AS (left(meta_info ->> 'crmBDealId', 200)) STORED,
  ADD COLUMN crm_a_opportunity_id text COLLATE "C"
    GENERATED ALWAYS AS (left(meta_info ->> 'crmAOpportunityId', 200)) STORED,
  ADD COLUMN crm_a_account_id text COLLATE "C" GENERATED ALWAYS AS (left(meta_info ->> 'crmAAccountId', 200)) STORED,
  ADD COLUMN crm_a_quote_id text COLLATE "C" GENERATED ALWAYS AS (left(meta_info ->> 'crmAQuoteId', 200)) STORED;
CREATE INDEX offer_by_crm_b_deal ON offer (organization_id, crm_b_deal_id, creation_time, id)
  WHERE crm_b_deal_id IS NOT NULL;
CREATE INDEX offer_by_crm_a_opportunity ON offer (organization_id, crm_a_opportunity_id, creation_time, id)
  WHERE crm_a_opportunity_id IS NOT NULL;
CREATE INDEX offer_by_crm_a_account ON offer (organization_id, crm_a_account_id, creation_time, id)
  WHERE crm_a_account_id IS NOT NULL;
CREATE INDEX offer_by_crm_a_quote ON offer (organization_id, crm_a_quote_id, creation_time, id)
  WHERE crm_a_quote_id IS NOT NULL;
CREATE INDEX offer_by_partner ON offer (organization_id, partner, creation_time, id) WHERE partner IS NOT NULL;

-- The number of the event whose payload was the first answer: 1, and a later one where a draft was submitted.
ALTER TABLE offer_creation ADD COLUMN answer_sequence integer NOT NULL DEFAULT 1;
