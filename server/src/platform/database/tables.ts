/** Generated from the migrations by `npm run generate`; do not edit. */
export type Tables = {
  addon_template: {
    organization_id: string;
    id: string;
    name: string | null;
    description: string | null;
    info: string;
    status: string;
    creation_time: string;
    last_update_time: string;
    sequence: number;
  };
  ai_call: {
    organization_id: string;
    id: string;
    asked_by: string;
    provider: string;
    reservation_id: string | null;
    request_key: string | null;
    outcome: string | null;
    input_tokens: number | null;
    output_tokens: number | null;
    begin_time: string;
    end_time: string | null;
    creation_time: string;
  };
  ai_invoice: {
    organization_id: string;
    id: string;
    month: string;
    calls: number;
    used_cents: string;
    credit_cents: string;
    amount_cents: number;
    currency: string;
    billing_email: string | null;
    creation_time: string;
  };
  ai_month: {
    organization_id: string;
    month: string;
    calls: number;
    used: string;
    reserved: string;
    credit_cents: string;
    billed_time: string | null;
    creation_time: string;
    last_update_time: string;
  };
  ai_reservation: {
    organization_id: string;
    id: string;
    month: string;
    worst_case: string;
    cost: string | null;
    begin_time: string;
    settle_time: string | null;
    creation_time: string;
  };
  api_client: {
    id: string;
    name: string;
    secret_hash: Buffer;
    version: number;
    created_by: string | null;
    creation_time: string;
    last_update_time: string;
    home_organization_id: string | null;
    description: string | null;
    previous_secret_hash: Buffer | null;
    previous_version: number | null;
    previous_until: string | null;
    type: string;
  };
  api_client_sequence: {
    organization_id: string;
    api_client_id: string;
    sequence: number;
  };
  audit_checkpoint: {
    organization_id: string;
    position: number;
    key_id: string;
    chain_hash: Buffer;
    signature: Buffer;
    signed_at: string;
  };
  audit_head: {
    organization_id: string;
    position: number;
    key_id: string;
    chain_hash: Buffer;
    signature: Buffer;
    signed_at: string;
  };
  audit_key: {
    endorsed_by: string;
    key_id: string;
    public_key: string;
    signature: Buffer;
    creation_time: string;
  };
  authorization_code: {
    code_hash: Buffer;
    session_id: string;
    redirect_uri: string;
    code_challenge: string;
    creation_time: string;
    expires_at: string;
    used_at: string | null;
  };
  billable_metric: {
    organization_id: string;
    id: string;
    name: string;
    description: string | null;
    aggregation_type: string;
    info: string;
    status: string;
    creation_time: string;
    last_update_time: string;
    sequence: number;
  };
  billing_number: {
    organization_id: string;
    kind: string;
    last: number;
  };
  buyer: {
    organization_id: string;
    id: string;
    partner: string;
    external_id: string | null;
    name: string | null;
    info: string;
    sequence: number;
    creation_time: string;
    last_update_time: string;
    description: string | null;
    company_id: string | null;
    s3_key_logo: string | null;
    status: string;
    merged_into: string | null;
    spa_version: number;
    customer_id: string | null;
    mka_account_id: string | null;
    email_key: string | null;
    name_key: string | null;
  };
  buyer_account: {
    organization_id: string;
    partner: string;
    external_id: string;
    buyer_id: string;
    creation_time: string;
  };
  buyer_contact: {
    organization_id: string;
    buyer_id: string;
    contact_id: string;
    creation_time: string;
  };
  channel_partner: {
    organization_id: string;
    id: string;
    name: string;
    type: string;
    status: string;
    tier_id: string | null;
    contact_ids: string[];
    domains: string[];
    accounts: string;
    crm_a_account_id: string | null;
    crm_b_company_id: string | null;
    crm_c_account_id: string | null;
    owner_id: string | null;
    notes: string | null;
    created_by: string | null;
    creation_time: string;
    last_update_time: string;
    sequence: number;
  };
  channel_partner_account: {
    organization_id: string;
    partner: string;
    account_id: string;
    channel_partner_id: string;
  };
  channel_partner_agreement: {
    organization_id: string;
    id: string;
    channel_partner_id: string;
    product_ids: string[];
    countries: string[];
    share: string;
    start_date: string;
    end_date: string | null;
    file_id: string | null;
    created_by: string | null;
    creation_time: string;
    last_update_time: string;
    sequence: number;
    name: string | null;
  };
  channel_partner_tier: {
    organization_id: string;
    id: string;
    name: string;
    rank: number;
    share: string;
    protection_days: number;
    creation_time: string;
    last_update_time: string;
    sequence: number;
  };
  contact: {
    organization_id: string;
    id: string;
    email: string | null;
    name: string | null;
    info: string;
    sequence: number;
    creation_time: string;
    last_update_time: string;
    email_key: string | null;
    name_key: string | null;
  };
  credit_note: {
    organization_id: string;
    id: string;
    invoice_id: string;
    number: number;
    amount: string;
    reason: string;
    creation_time: string;
  };
  custom_role: {
    organization_id: string;
    name: string;
    id: string;
    description: string | null;
    permissions: string[];
    sequence: number;
    creation_time: string;
    last_update_time: string;
  };
  deal_protection: {
    organization_id: string;
    customer_key: string;
    product_id: string;
    deal_registration_id: string;
  };
  deal_registration: {
    organization_id: string;
    id: string;
    name: string | null;
    channel_partner_id: string;
    status: string;
    customer_name: string | null;
    customer_domain: string | null;
    customer_country: string | null;
    customer_partner: string | null;
    customer_account_id: string | null;
    crm_a_account_id: string | null;
    product_ids: string[];
    amount: string | null;
    currency: string | null;
    expected_close_date: string | null;
    notes: string | null;
    has_conflict: boolean;
    submitted_by: string | null;
    submission_time: string | null;
    decided_by: string | null;
    decision_time: string | null;
    decision_note: string | null;
    override_reason: string | null;
    protected_product_ids: string[];
    protection_end_time: string | null;
    overridden_by: string | null;
    close_time: string | null;
    close_note: string | null;
    offer_id: string | null;
    entitlement_id: string | null;
    created_by: string | null;
    creation_time: string;
    last_update_time: string;
    sequence: number;
  };
  documentation_build: {
    id: string;
    creation_time: string;
  };
  documentation_passage: {
    build_id: string;
    type: string;
    id: string;
    part: number;
    link: string;
    title: string;
    headings: string[];
    content: string;
    names: string | null;
    words: string;
  };
  documentation_word: {
    build_id: string;
    word: string;
  };
  entitlement: {
    organization_id: string;
    id: string;
    name: string | null;
    type: string | null;
    partner: string | null;
    partner_id: string | null;
    service: string | null;
    offer_id: string | null;
    product_id: string | null;
    buyer_id: string | null;
    entitlement_term_id: string | null;
    external_id: string | null;
    external_buyer_id: string | null;
    external_product_id: string | null;
    external_status: string | null;
    status: string;
    info: string;
    meta_info: string;
    start_time: string | null;
    end_time: string | null;
    creation_time: string;
    last_update_time: string;
    sequence: number;
    crm_c_opportunity_id: string | null;
    quantity: number | null;
    cancellation_job: string | null;
    billing_overrides: string;
    buyer_account_id: string | null;
    crm_a_account_id: string | null;
    crm_a_opportunity_id: string | null;
    crm_a_quote_id: string | null;
    crm_b_deal_id: string | null;
    plan_id: string | null;
    alert_time: string | null;
    agreed_amount: string | null;
    agreed_quantity: number | null;
    agreed_duration: string | null;
    agreed_payments: string | null;
    mk_b_asset_id: string | null;
    change_handle: string | null;
    change_job: string | null;
    revision: number | null;
    awaits_agreement: boolean;
    external_license_id: string | null;
    spa_version: number;
    name_key: string | null;
  };
  entitlement_agreement: {
    organization_id: string;
    partner: string;
    external_id: string;
    entitlement_id: string;
    creation_time: string;
  };
  entitlement_attribution: {
    organization_id: string;
    id: string;
    entitlement_id: string;
    offer_id: string | null;
    channel_partner_id: string;
    kind: string;
    share: string;
    basis: string;
    deal_registration_id: string | null;
    start_date: string | null;
    end_date: string | null;
    creation_time: string;
  };
  entitlement_buyer: {
    organization_id: string;
    entitlement_id: string;
    buyer_id: string;
    creation_time: string;
  };
  entitlement_contact: {
    organization_id: string;
    entitlement_id: string;
    contact_id: string;
  };
  entitlement_request: {
    organization_id: string;
    id: string;
    sequence: number;
    entitlement_id: string;
    buyer_id: string | null;
    partner: string;
    external_id: string;
    type: string;
    plan_id: string | null;
    quantity: number | null;
    status: string;
    answered_through: string | null;
    answered_by: string | null;
    reason: string | null;
    error_messages: string[] | null;
    readable_messages: string[] | null;
    creation_time: string;
    answer_time: string | null;
    last_update_time: string;
  };
  entitlement_term: {
    organization_id: string;
    id: string;
    entitlement_id: string;
    external_entitlement_id: string | null;
    offer_id: string | null;
    product_id: string | null;
    buyer_id: string | null;
    partner: string | null;
    service: string | null;
    info: string;
    entitlement_info: string;
    commit_amount: string | null;
    credit_amount: string | null;
    reported_amount: string | null;
    used_commit_amount: string | null;
    used_credit_amount: string | null;
    start_time: string | null;
    end_time: string | null;
    creation_time: string;
    last_update_time: string;
    sequence: number;
    shared_credit: string | null;
    priced_amount: string | null;
    priced_since: string | null;
    priced_until: string | null;
    carried_credit: string | null;
    usage_counts: string | null;
  };
  event: {
    organization_id: string;
    id: string;
    entity_type: string;
    entity_id: string;
    sequence: number;
    action: string;
    payload: string;
    actor_type: string;
    actor_id: string | null;
    request_id: string | null;
    creation_time: string;
    before: string | null;
    actor_email: string | null;
    actor_name: string | null;
    audited: boolean;
    event_type: string | null;
    erased_at: string | null;
    change: string | null;
  };
  event_seal: {
    organization_id: string;
    position: number;
    event_id: string;
    header_hash: Buffer;
    payload_hash: Buffer;
    before_hash: Buffer;
    chain_hash: Buffer;
  };
  idempotency_key: {
    organization_id: string;
    principal_id: string;
    key: string;
    request_hash: Buffer;
    response: string;
    first_at: string;
  };
  inbound_notification: {
    organization_id: string;
    partner: string;
    external_id: string;
    headers: string;
    body: string;
    received_at: string;
    method: string;
    query: string;
  };
  integration: {
    organization_id: string;
    id: string;
    partner: string;
    service: string;
    status: string;
    creation_time: string;
    last_update_time: string;
    info: string;
    credentials: string;
    sealed_settings: string | null;
    status_message: string | null;
    last_verify_time: string | null;
    created_by: string | null;
    last_updated_by: string | null;
    sequence: number;
    checks: string | null;
    account: string | null;
    secret_end_time: string | null;
    health: string | null;
  };
  integration_external_id: {
    organization_id: string;
    partner: string;
    external_id: string;
    creation_time: string;
  };
  integration_stream: {
    organization_id: string;
    integration_id: string;
    stream: string;
    last_success_time: string | null;
    failing_since: string | null;
    last_error: string | null;
    last_error_time: string | null;
    lag_ms: number | null;
    last_update_time: string;
  };
  invoice: {
    organization_id: string;
    id: string;
    entitlement_id: string;
    buyer_id: string | null;
    type: string;
    status: string;
    payment_status: string;
    currency: string;
    start_date: string;
    end_date: string;
    finalize_at: string;
    issue_date: string | null;
    due_date: string | null;
    number: number | null;
    discount_type: string | null;
    discount_value: string | null;
    memo: string | null;
    subtotal_amount: string;
    discount_amount: string;
    tax_amount: string;
    due_amount: string;
    paid_amount: string;
    refunded_amount: string;
    credited_amount: string;
    deducted_commit_amount: string;
    deducted_commit_invoice_id: string | null;
    deductions: string;
    info: string;
    creation_time: string;
    last_update_time: string;
    sequence: number;
    due_value: number | null;
  };
  invoice_fee: {
    organization_id: string;
    invoice_id: string;
    position: number;
    entitlement_id: string;
    entitlement_term_id: string;
    kind: string;
    fee_key: string;
    period_start: string;
    period_end: string;
    billed_until: string;
    is_late: boolean;
    amount: string;
    credited_amount: string;
    lines: string;
    live: boolean;
  };
  job: {
    organization_id: string;
    id: string;
    kind: string;
    lane: string;
    exclusive: boolean;
    payload: string;
    clock: string;
    due_at: string;
    ready_at: string;
    position: number;
    attempts: number;
    lease_token: string | null;
    lease_until: string | null;
    last_error: string | null;
    finished_at: string | null;
    outcome: string | null;
    creation_time: string;
    operation: string | null;
    cancellable: boolean;
    started_by_type: string | null;
    started_by_id: string | null;
    parent_id: string | null;
    offer_id: string | null;
    entitlement_id: string | null;
    product_id: string | null;
    crm_opportunity_id: string | null;
    partner_opportunity_id: string | null;
    cancel_requested_at: string | null;
    cancelled_by: string | null;
    end_time: string | null;
    ended_as: string | null;
    status: string | null;
    stands: string;
    traceparent: string | null;
    crm_a_opportunity_id: string | null;
    crm_b_deal_id: string | null;
    harmless_attempts: number;
    failing_since: string | null;
    waits_for: string | null;
  };
  join_link: {
    organization_id: string;
    join_link_id: string;
    token_hash: Buffer;
    role: string;
    creation_time: string;
    expire_time: string;
  };
  knowledge_article: {
    organization_id: string;
    id: string;
    title: string;
    body: string;
    tags: string[];
    created_by: string;
    last_updated_by: string;
    creation_time: string;
    last_update_time: string;
    sequence: number;
  };
  knowledge_passage: {
    organization_id: string;
    type: string;
    id: string;
    part: number;
    needs: string;
    title: string;
    headings: string[];
    content: string;
    names: string | null;
    words: string;
  };
  knowledge_word: {
    organization_id: string;
    needs: string;
    word: string;
    uses: number;
  };
  marketplace_import: {
    organization_id: string;
    partner: string;
    integration_id: string;
    begun_at: string;
    ended_at: string | null;
    stopped_at: string | null;
    account: string | null;
  };
  marketplace_listed: {
    organization_id: string;
    partner: string;
    stream: string;
    external_id: string;
    listed_at: string;
    reconciled_of: Buffer | null;
    missing_since: string | null;
    waits_since: string | null;
  };
  marketplace_pass: {
    organization_id: string;
    partner: string;
    stream: string;
    pass: string;
    cursor: string | null;
    since: string | null;
    begun_at: string;
    ended_at: string | null;
    listed: number;
    made: number;
    reconciled: number;
    begun_again_at: string | null;
    refused: string | null;
    failure: string | null;
  };
  marketplace_queue: {
    organization_id: string;
    partner: string;
    lease_token: string | null;
    lease_until: string | null;
    due_at: string;
    polled_at: string | null;
    failures: number;
    last_error: string | null;
    last_error_at: string | null;
    stopped_sequence: number | null;
    asked_by: string | null;
    asked_until: string | null;
  };
  marketplace_rate: {
    organization_id: string;
    partner: string;
    api: string;
    next_at: string;
  };
  member: {
    organization_id: string;
    id: string;
    status: string;
    email: string | null;
    name: string | null;
    role: string;
    join_time: string | null;
    token_hash: Buffer | null;
    invitation_expire_time: string | null;
    invited_by: string | null;
    sequence: number;
    creation_time: string;
    last_update_time: string;
    channel_partner_id: string | null;
    skip_own_actions: boolean;
    mail_digest: string;
  };
  notice_sent: {
    organization_id: string;
    scope: string;
    entity_id: string;
    occasion: string;
    creation_time: string;
  };
  notification_event: {
    organization_id: string;
    id: string;
    position: number;
    entity_type: string;
    entity_id: string;
    action: string;
    entity_name: string | null;
    entity_status: string | null;
    partner: string | null;
    product_id: string | null;
    title: string;
    message: string;
    priority: string;
    is_action_item: boolean;
    require_audit: boolean;
    created_by: string;
    contact_ids: string[] | null;
    channels: string[];
    info: string;
    track_events: string | null;
    creation_time: string;
    last_update_time: string;
  };
  notification_feed: {
    organization_id: string;
    newest_position: number;
    told_position: number;
    indexed_position: number;
  };
  notification_message: {
    organization_id: string;
    id: string;
    notification_event_id: string | null;
    type: string;
    recipient: string;
    action: string;
    contact_id: string | null;
    cc_recipients: string[];
    bcc_recipients: string[];
    subject: string | null;
    text_content: string | null;
    html_content: string | null;
    standard_fields: string | null;
    status: string;
    attempts: number;
    last_error: string | null;
    opened_at: string | null;
    creation_time: string;
    last_update_time: string;
    gathered_for: string | null;
    digest_mail_id: string | null;
  };
  offer: {
    organization_id: string;
    id: string;
    name: string | null;
    partner: string | null;
    partner_id: string | null;
    service: string | null;
    product_id: string | null;
    product_type: string | null;
    buyer_id: string | null;
    contact_ids: string[] | null;
    offer_type: string;
    pricing_type: string | null;
    channel_type: string | null;
    external_id: string | null;
    status: string;
    sub_status: string | null;
    info: string;
    meta_info: string;
    end_time: string | null;
    expire_time: string | null;
    created_by: string | null;
    last_updated_by: string | null;
    creation_time: string;
    last_update_time: string;
    sequence: number;
    crm_c_opportunity_id: string | null;
    crm_b_deal_id: string | null;
    crm_a_opportunity_id: string | null;
    crm_a_account_id: string | null;
    crm_a_quote_id: string | null;
    approval_requested_by: string | null;
    approval_status: string | null;
    change_handle: string | null;
    change_job: string | null;
    creation_unknown_since: string | null;
    revision: number | null;
    name_key: string | null;
  };
  offer_attribution: {
    organization_id: string;
    id: string;
    offer_id: string;
    channel_partner_id: string;
    kind: string;
    share: string;
    basis: string;
    deal_registration_id: string | null;
    created_by: string | null;
    creation_time: string;
    last_update_time: string;
    sequence: number;
  };
  offer_buyer: {
    organization_id: string;
    offer_id: string;
    buyer_id: string;
    creation_time: string;
  };
  offer_contact: {
    organization_id: string;
    offer_id: string;
    contact_id: string;
  };
  offer_creation: {
    organization_id: string;
    principal_id: string;
    body_hash: Buffer;
    offer_id: string;
    first_at: string;
    answer_sequence: number;
  };
  offer_set: {
    organization_id: string;
    id: string;
    name: string | null;
    partner: string;
    external_id: string | null;
    status: string;
    info: string;
    meta_info: string;
    expire_time: string | null;
    created_by: string | null;
    last_updated_by: string | null;
    creation_time: string;
    last_update_time: string;
    sequence: number;
    change_handle: string | null;
    change_job: string | null;
    released_time: string | null;
  };
  offer_set_member: {
    organization_id: string;
    offer_id: string;
    offer_set_id: string;
    creation_time: string;
  };
  organization: {
    organization_id: string;
    name: string;
    description: string | null;
    website: string | null;
    email_domain: string | null;
    environment: string;
    type: string | null;
    status: string;
    allowed_auth_methods: string[];
    auth_id: string | null;
    created_by: string | null;
    expire_at: string | null;
    info: string;
    clock_offset_ms: number;
    sequence: number;
    creation_time: string;
    last_update_time: string;
    require_second_factor: boolean;
  };
  organization_client: {
    organization_id: string | null;
    id: string | null;
    name: string | null;
    description: string | null;
    role: string | null;
    home_organization_id: string | null;
    created_by: string | null;
    previous_until: string | null;
    organization_ids: string[] | null;
    creation_time: string | null;
    last_update_time: string | null;
    channel_partner_id: string | null;
    type: string | null;
  };
  organization_quota: {
    organization_id: string | null;
    id: string | null;
    name: string | null;
    maximum: number | null;
    creation_time: string | null;
  };
  outgoing_mail: {
    id: string;
    to_addresses: string[];
    cc_addresses: string[];
    bcc_addresses: string[];
    from_address: string | null;
    subject: string;
    body_text: string | null;
    body_html: string | null;
    attempts: number;
    due_at: string;
    lease_token: string | null;
    outcome: string | null;
    last_error: string | null;
    finished_at: string | null;
    creation_time: string;
    sent_for: string | null;
    reply_to_address: string | null;
    thread_id: string | null;
  };
  payment_transaction: {
    organization_id: string;
    id: string;
    parent_id: string | null;
    invoice_id: string;
    entitlement_id: string;
    buyer_id: string | null;
    wallet_id: string | null;
    wallet_type: string | null;
    partner: string | null;
    external_id: string | null;
    type: string;
    status: string;
    amount: string;
    currency: string;
    try: number | null;
    info: string;
    creation_time: string;
    last_update_time: string;
    sequence: number;
    success_time: string | null;
  };
  person: {
    id: string;
    email: string;
    name: string | null;
    password_hash: string | null;
    email_verified_at: string | null;
    version: number;
    failed_sign_ins: number;
    locked_until: string | null;
    creation_time: string;
    last_update_time: string;
  };
  person_identity: {
    issuer: string;
    subject: string;
    person_id: string;
    creation_time: string;
  };
  person_passkey: {
    id: string;
    person_id: string;
    credential_id: string;
    name: string;
    public_key: Buffer;
    counter: number;
    creation_time: string;
    last_used_at: string | null;
  };
  person_recovery_code: {
    person_id: string;
    code_hash: Buffer;
    creation_time: string;
  };
  person_session: {
    id: string;
    person_id: string;
    method: string;
    provider_organization_id: string | null;
    client_id: string;
    cookie_hash: Buffer | null;
    user_agent: string | null;
    ip_address: string | null;
    creation_time: string;
    last_used_at: string;
    expires_at: string;
    idle_ends_at: string | null;
    second_factor: string | null;
  };
  person_token: {
    token_hash: Buffer;
    purpose: string;
    email: string;
    name: string | null;
    password_hash: string | null;
    creation_time: string;
    expires_at: string;
  };
  person_totp: {
    person_id: string;
    is_pending: boolean;
    sealed_secret: string;
    last_step: number | null;
    creation_time: string;
  };
  portal_offer: {
    organization_id: string | null;
    id: string | null;
    offer_id: string | null;
    channel_partner_id: string | null;
    name: string | null;
    status: string | null;
    product_name: string | null;
    currency: string | null;
    kind: string | null;
    share: string | null;
    basis: string | null;
    amount: string | null;
    share_amount: string | null;
    accept_time: string | null;
    expire_time: string | null;
    creation_time: string | null;
    last_update_time: string | null;
  };
  principal_grant: {
    organization_id: string;
    principal_id: string;
    principal_type: string;
    role: string;
    revision: number;
    creation_time: string;
    last_update_time: string | null;
    bound_to: string | null;
  };
  principal_organization: {
    organization_id: string | null;
    principal_id: string | null;
    role: string | null;
    join_time: string | null;
    name: string | null;
    description: string | null;
    website: string | null;
    email_domain: string | null;
    environment: string | null;
    type: string | null;
    status: string | null;
    allowed_auth_methods: string[] | null;
    auth_id: string | null;
    created_by: string | null;
    expire_at: string | null;
    info: string | null;
    integrated: string[] | null;
    creation_time: string | null;
    last_update_time: string | null;
    role_permissions: string[] | null;
    channel_partner_id: string | null;
    require_second_factor: boolean | null;
  };
  product: {
    organization_id: string;
    id: string;
    partner: string | null;
    partner_id: string | null;
    service: string | null;
    external_id: string | null;
    name: string | null;
    product_type: string | null;
    status: string;
    info: string;
    meta_info: string;
    sequence: number;
    creation_time: string;
    last_update_time: string;
    created_by: string | null;
    last_updated_by: string | null;
    fulfillment_url: string | null;
    name_key: string | null;
  };
  quota: {
    organization_id: string;
    name: string;
    maximum: number;
    last_update_time: string;
  };
  refresh_token: {
    token_hash: Buffer;
    session_id: string;
    creation_time: string;
    rotated_at: string | null;
  };
  revenue_agreement: {
    organization_id: string;
    partner: string;
    external_id: string;
    cursor: string;
    read_at: string | null;
  };
  revenue_cursor: {
    organization_id: string;
    partner: string;
    cursor: string;
    last_update_time: string;
  };
  revenue_daily: {
    organization_id: string;
    partner: string;
    product_id: string;
    day: string;
    currency: string;
    amount: string;
    collectable_amount: string;
    invoice_amount: string;
    tax_amount: string;
    disburse_amount: string;
    refund_invoice_amount: string;
    refund_disburse_amount: string;
  };
  revenue_detail: {
    organization_id: string;
    id: string;
    partner: string;
    line_id: string;
    version: string;
    is_current: boolean;
    parent_line_id: string | null;
    sold_id: string | null;
    sku_id: string | null;
    external_buyer_id: string | null;
    entitlement_id: string | null;
    product_id: string | null;
    day: string;
    currency: string;
    gross: string | null;
    collectable: string | null;
    invoiced: string | null;
    tax: string | null;
    disbursed: string | null;
    refund_invoiced: string | null;
    refund_disbursed: string | null;
    invoice_date: string | null;
    payment_due_date: string | null;
    disburse_date: string | null;
    refund_invoice_date: string | null;
    refund_disburse_date: string | null;
    payout_id: string | null;
    facts: string;
    record: string;
    creation_time: string;
    failed_payout_id: string | null;
  };
  revenue_payout: {
    organization_id: string;
    id: string;
    partner: string;
    payout_id: string;
    currency: string;
    disburse_date: string | null;
    disburse_amount: string;
    info: string;
    sequence: number;
    creation_time: string;
  };
  revenue_record: {
    organization_id: string;
    id: string;
    entitlement_id: string;
    product_id: string | null;
    partner: string;
    day: string;
    currency: string;
    amount: string;
    collectable_amount: string;
    invoice_amount: string;
    tax_amount: string;
    disburse_amount: string;
    refund_invoice_amount: string;
    refund_disburse_amount: string;
    invoice_date: string | null;
    payment_due_date: string | null;
    disburse_date: string | null;
    refund_invoice_date: string | null;
    refund_disburse_date: string | null;
    info: string;
    creation_time: string;
    last_update_time: string;
  };
  revoked_token: {
    id: string;
    expires_at: string;
  };
  sandbox_agreement: {
    organization_id: string;
    id: string;
    partner: string;
    sandbox_offer_id: string | null;
    state: string;
    terms: string;
    version: number;
    creation_time: string;
    last_update_time: string;
    pending_offer_id: string | null;
  };
  sandbox_change: {
    organization_id: string;
    id: string;
    partner: string;
    change_key: string;
    call: string;
    arguments: string;
    due_time: string;
    state: string;
    external_id: string | null;
    failure: string | null;
    readable: string | null;
  };
  sandbox_fault: {
    organization_id: string;
    id: string;
    partner: string | null;
    kind: string;
    cause: string | null;
    permanent: boolean;
    delay: string | null;
    wanted: number;
    remaining: number;
    creation_time: string;
  };
  sandbox_offer: {
    organization_id: string;
    id: string;
    partner: string;
    creation_key: string;
    state: string;
    spec: string;
    failure: string | null;
    creation_time: string;
    last_update_time: string;
  };
  sandbox_payment: {
    organization_id: string;
    id: string;
    key: string;
    kind: string;
    method_id: string;
    charge_id: string | null;
    amount: string;
    currency: string;
    state: string;
    is_disputed: boolean;
    creation_time: string;
  };
  sandbox_payment_method: {
    organization_id: string;
    id: string;
    type: string;
    outcome: string;
    lost_calls: number;
    lost_answers: number;
    creation_time: string;
  };
  sandbox_product: {
    organization_id: string;
    id: string;
    partner: string;
    creation_key: string;
    state: string;
    spec: string;
    creation_time: string;
    last_update_time: string;
  };
  sandbox_revenue: {
    organization_id: string;
    id: string;
    partner: string;
    line: string | null;
    usage: string | null;
    creation_time: string;
  };
  sandbox_sale: {
    organization_id: string;
    id: string;
    partner: string;
    agreement_id: string;
    sold_id: string;
    parent_id: string | null;
    kind: string;
    dimension: string | null;
    day: string;
    quantity: string | null;
    currency: string;
    gross: string;
    fee: string;
    tax: string;
    version: number;
    payout_id: string | null;
    creation_time: string;
  };
  sandbox_usage: {
    organization_id: string;
    id: string;
    partner: string;
    agreement_id: string;
    dimension: string;
    hour: string;
    start_time: string;
    end_time: string;
    quantity: string;
    amount: string | null;
    currency: string | null;
    identity: string | null;
    creation_time: string;
  };
  sandbox_usage_rate: {
    organization_id: string;
    partner: string;
    agreement_id: string;
    since: string;
    calls: number;
  };
  sandbox_usage_total: {
    organization_id: string;
    id: string;
    partner: string;
    agreement_id: string;
    dimension: string;
    quantity: string;
    lines: number;
    creation_time: string;
    last_update_time: string;
  };
  saved_view: {
    organization_id: string;
    id: string;
    member_id: string;
    list: string;
    name: string;
    name_key: string;
    query: string;
    creation_time: string;
    last_update_time: string;
  };
  schema_migration: {
    name: string;
    checksum: string;
    applied_at: string;
    compatible: boolean;
  };
  seller_picture: {
    organization_id: string;
    id: string;
    content_type: string | null;
    content: Buffer | null;
    retry_at: string | null;
  };
  sign_in_attempt: {
    person_id: string;
    origin: string;
    failures: number;
    locked_until: string | null;
    is_known: boolean;
    expires_at: string;
  };
  signing_key: {
    kid: string;
    algorithm: string;
    public_jwk: string;
    sealed_private_jwk: string;
    creation_time: string;
    retired_at: string | null;
  };
  signup_connection: {
    organization_id: string;
    id: string;
    entitlement_id: string;
    partner: string | null;
    buyer_id: string | null;
    email_address: string;
    name: string | null;
    company_name: string | null;
    phone_number: string | null;
    created_by: string;
    creation_time: string;
    source: string;
    first_name: string | null;
    last_name: string | null;
    notes: string | null;
    contact_id: string | null;
  };
  stored_file: {
    organization_id: string;
    id: string;
    name: string;
    content_type: string;
    size: number;
    sha256: string;
    purpose: string;
    status: string;
    created_by: string;
    creation_time: string;
  };
  support_comment: {
    organization_id: string;
    id: string;
    ticket_id: string;
    position: number;
    content: string;
    creator_type: string;
    creator_id: string;
    creator_name: string | null;
    creation_time: string;
  };
  support_mail: {
    organization_id: string;
    fingerprint: string;
    ticket_id: string;
    received_at: string;
  };
  support_ticket: {
    organization_id: string;
    id: string;
    name: string;
    description: string | null;
    task_type: string;
    priority: string;
    status: string;
    creator: string;
    watchers: string[];
    attachments: string;
    comment_count: number;
    due_time: string;
    is_due_given: boolean;
    close_time: string | null;
    creation_time: string;
    last_update_time: string;
    sequence: number;
  };
  unsealed_event: {
    organization_id: string;
    ordinal: number;
    event_id: string;
  };
  usage_balance: {
    organization_id: string;
    entitlement_term_id: string;
    dimension: string;
    carry: string;
  };
  usage_batch: {
    organization_id: string;
    id: string;
    received_at: string;
    creation_time: string;
    source: string;
    size: number;
    invalid: number;
    content_hash: Buffer;
    call_hash: Buffer | null;
    actor_type: string;
    actor_id: string | null;
    actor_email: string | null;
    actor_name: string | null;
    request_id: string | null;
    run_id: string | null;
    run_time: string | null;
    moved: boolean;
  };
  usage_billable_day: {
    organization_id: string;
    entitlement_id: string;
    generation: number;
    day: string;
    keys: string;
    units: string[] | null;
    first_used: string;
    report_id: string;
  };
  usage_billing: {
    organization_id: string;
    entitlement_id: string;
    generation: number;
    since: string;
    until: string;
    invoice_id: string;
    live: boolean;
    last_update_time: string;
  };
  usage_daily: {
    organization_id: string;
    entitlement_id: string;
    day: string;
    key: string;
    group_by: string;
    quantity: string;
    amount: string | null;
    id: string | null;
    partner: string | null;
  };
  usage_group: {
    organization_id: string;
    batch_id: string;
    ordinal: number;
    received_at: string;
    id: string;
    entitlement_id: string;
    usage_time: string;
    time_given: boolean;
    keys: string[];
    quantities: string[];
    billable_records: string | null;
    meta_info: string | null;
    state: string | null;
    reason: string | null;
  };
  usage_included: {
    organization_id: string;
    entitlement_term_id: string;
    dimension: string;
    period_unit: string;
    period_start: string;
    used: string;
  };
  usage_key: {
    organization_id: string;
    id: string;
    content_hash: Buffer;
    batch_id: string;
    ordinal: number;
    received_at: string;
  };
  usage_ledger: {
    organization_id: string;
    entitlement_term_id: string;
    position: number;
    id: string;
    entitlement_id: string;
    type: string;
    dimension: string | null;
    quantity: string | null;
    unit_price: string | null;
    amount: string | null;
    usage_hour: string | null;
    period_start: string | null;
    period_unit: string | null;
    report_id: string | null;
    line_id: string | null;
    run_id: string | null;
    message: string | null;
    creation_time: string;
  };
  usage_line: {
    organization_id: string;
    id: string;
    report_id: string;
    entitlement_id: string;
    entitlement_term_id: string;
    partner: string;
    dimension: string;
    bucket_hour: string;
    quantity: string;
    unit_price: string | null;
    amount: string | null;
    state: string;
    attempts: number;
    call_id: string | null;
    verdict: string | null;
    external_id: string | null;
    deadline: string | null;
    due_time: string | null;
    alerted_time: string | null;
    creation_time: string;
    last_update_time: string;
    difference: string | null;
  };
  usage_report: {
    organization_id: string;
    id: string;
    entitlement_id: string;
    entitlement_term_id: string;
    partner: string | null;
    run_id: string;
    usage_from: string;
    usage_until: string;
    group_count: number;
    status: string;
    group_status: string;
    reported_time: string | null;
    message: string | null;
    info: string;
    mapped: string;
    creation_time: string;
    last_update_time: string;
    sequence: number;
    first_batch_id: string;
    last_batch_id: string;
    received_since: string;
    received_until: string;
    generation: number;
    billable: string;
    billable_keys: string | null;
    billable_units: string[] | null;
  };
  usage_verification: {
    organization_id: string;
    id: string | null;
    entitlement_id: string;
    product_id: string | null;
    partner: string;
    day: string;
    key: string;
    reported_quantity: string | null;
    reported_amount: string | null;
    billed_quantity: string | null;
    billed_amount: string | null;
  };
  used_challenge: {
    challenge_hash: Buffer;
    expires_at: string;
  };
  wallet: {
    organization_id: string;
    id: string;
    buyer_id: string;
    name: string | null;
    type: string;
    status: string;
    currency: string | null;
    total_amount: string | null;
    used_amount: string | null;
    start_time: string;
    expire_time: string | null;
    partner: string | null;
    external_id: string | null;
    external_customer_id: string | null;
    info: string;
    creation_time: string;
    last_update_time: string;
    sequence: number;
  };
  webhook_attempt: {
    organization_id: string;
    delivery_id: string;
    number: number;
    start_time: string;
    duration_ms: number;
    response_status: number | null;
    response_excerpt: string | null;
    error: string | null;
  };
  webhook_delivery: {
    organization_id: string;
    id: string;
    endpoint_id: string;
    event_id: string;
    scope: string;
    entity_type: string;
    entity_id: string;
    position: number;
    part: number;
    status: string;
    attempts: number;
    tries: number;
    due_at: string | null;
    lease_token: string | null;
    replay_id: string | null;
    response_status: number | null;
    last_error: string | null;
    last_attempt_time: string | null;
    finished_at: string | null;
    creation_time: string;
    told_changes: number;
  };
  webhook_endpoint: {
    organization_id: string;
    id: string;
    url: string;
    description: string | null;
    scopes: string[];
    product_ids: string[];
    partners: string[];
    entity_ids: string[];
    fifo: boolean;
    headers: string;
    rate_per_second: number | null;
    timeout_seconds: number;
    status: string;
    status_reason: string | null;
    status_time: string;
    sealed_secrets: string;
    previous_until: string | null;
    created_by: string | null;
    last_updated_by: string | null;
    creation_time: string;
    last_update_time: string;
    sequence: number;
  };
  webhook_payload: {
    organization_id: string;
    event_id: string;
    body: string;
    creation_time: string;
  };
  webhook_queue: {
    organization_id: string;
    endpoint_id: string;
    fifo: boolean;
    wake_at: string | null;
    paced_until: string;
    hold_until: string | null;
    failing_since: string | null;
    warned_at: string | null;
  };
};

/** Types of columns, except text. */
export const columnTypes = {
  addon_template: {
    info: 'jsonb',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    sequence: 'integer',
  },
  ai_call: {
    input_tokens: 'bigint',
    output_tokens: 'bigint',
    begin_time: 'timestamptz',
    end_time: 'timestamptz',
    creation_time: 'timestamptz',
  },
  ai_invoice: {
    calls: 'integer',
    used_cents: 'numeric',
    credit_cents: 'numeric',
    amount_cents: 'bigint',
    creation_time: 'timestamptz',
  },
  ai_month: {
    calls: 'integer',
    used: 'numeric',
    reserved: 'numeric',
    credit_cents: 'numeric',
    billed_time: 'timestamptz',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
  },
  ai_reservation: {
    worst_case: 'numeric',
    cost: 'numeric',
    begin_time: 'timestamptz',
    settle_time: 'timestamptz',
    creation_time: 'timestamptz',
  },
  api_client: {
    secret_hash: 'bytea',
    version: 'integer',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    previous_secret_hash: 'bytea',
    previous_version: 'integer',
    previous_until: 'timestamptz',
  },
  api_client_sequence: {
    sequence: 'integer',
  },
  audit_checkpoint: {
    position: 'bigint',
    chain_hash: 'bytea',
    signature: 'bytea',
    signed_at: 'timestamptz',
  },
  audit_head: {
    position: 'bigint',
    chain_hash: 'bytea',
    signature: 'bytea',
    signed_at: 'timestamptz',
  },
  audit_key: {
    signature: 'bytea',
    creation_time: 'timestamptz',
  },
  authorization_code: {
    code_hash: 'bytea',
    creation_time: 'timestamptz',
    expires_at: 'timestamptz',
    used_at: 'timestamptz',
  },
  billable_metric: {
    info: 'jsonb',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    sequence: 'integer',
  },
  billing_number: {
    last: 'bigint',
  },
  buyer: {
    info: 'jsonb',
    sequence: 'integer',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    spa_version: 'integer',
  },
  buyer_account: {
    creation_time: 'timestamptz',
  },
  buyer_contact: {
    creation_time: 'timestamptz',
  },
  channel_partner: {
    contact_ids: 'text[]',
    domains: 'text[]',
    accounts: 'jsonb',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    sequence: 'integer',
  },
  channel_partner_agreement: {
    product_ids: 'text[]',
    countries: 'text[]',
    share: 'numeric',
    start_date: 'date',
    end_date: 'date',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    sequence: 'integer',
  },
  channel_partner_tier: {
    rank: 'integer',
    share: 'numeric',
    protection_days: 'integer',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    sequence: 'integer',
  },
  contact: {
    info: 'jsonb',
    sequence: 'integer',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
  },
  credit_note: {
    number: 'bigint',
    amount: 'numeric',
    creation_time: 'timestamptz',
  },
  custom_role: {
    permissions: 'text[]',
    sequence: 'integer',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
  },
  deal_registration: {
    product_ids: 'text[]',
    amount: 'numeric',
    expected_close_date: 'date',
    has_conflict: 'boolean',
    submission_time: 'timestamptz',
    decision_time: 'timestamptz',
    protected_product_ids: 'text[]',
    protection_end_time: 'timestamptz',
    close_time: 'timestamptz',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    sequence: 'integer',
  },
  documentation_build: {
    creation_time: 'timestamptz',
  },
  documentation_passage: {
    part: 'integer',
    headings: 'text[]',
    names: 'tsvector',
    words: 'tsvector',
  },
  entitlement: {
    info: 'jsonb',
    meta_info: 'jsonb',
    start_time: 'timestamptz',
    end_time: 'timestamptz',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    sequence: 'integer',
    quantity: 'bigint',
    billing_overrides: 'jsonb',
    alert_time: 'timestamptz',
    agreed_amount: 'numeric',
    agreed_quantity: 'bigint',
    agreed_payments: 'jsonb',
    revision: 'bigint',
    awaits_agreement: 'boolean',
    spa_version: 'integer',
  },
  entitlement_agreement: {
    creation_time: 'timestamptz',
  },
  entitlement_attribution: {
    share: 'numeric',
    start_date: 'date',
    end_date: 'date',
    creation_time: 'timestamptz',
  },
  entitlement_buyer: {
    creation_time: 'timestamptz',
  },
  entitlement_request: {
    sequence: 'bigint',
    quantity: 'integer',
    error_messages: 'text[]',
    readable_messages: 'text[]',
    creation_time: 'timestamptz',
    answer_time: 'timestamptz',
    last_update_time: 'timestamptz',
  },
  entitlement_term: {
    info: 'jsonb',
    entitlement_info: 'jsonb',
    commit_amount: 'numeric',
    credit_amount: 'numeric',
    reported_amount: 'numeric',
    used_commit_amount: 'numeric',
    used_credit_amount: 'numeric',
    start_time: 'timestamptz',
    end_time: 'timestamptz',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    sequence: 'integer',
    shared_credit: 'numeric',
    priced_amount: 'numeric',
    priced_since: 'timestamptz',
    priced_until: 'timestamptz',
    carried_credit: 'numeric',
    usage_counts: 'jsonb',
  },
  event: {
    sequence: 'integer',
    payload: 'json',
    creation_time: 'timestamptz',
    before: 'json',
    audited: 'boolean',
    erased_at: 'timestamptz',
  },
  event_seal: {
    position: 'bigint',
    header_hash: 'bytea',
    payload_hash: 'bytea',
    before_hash: 'bytea',
    chain_hash: 'bytea',
  },
  idempotency_key: {
    request_hash: 'bytea',
    first_at: 'timestamptz',
  },
  inbound_notification: {
    headers: 'jsonb',
    received_at: 'timestamptz',
  },
  integration: {
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    info: 'jsonb',
    credentials: 'jsonb',
    last_verify_time: 'timestamptz',
    sequence: 'integer',
    checks: 'jsonb',
    secret_end_time: 'timestamptz',
  },
  integration_external_id: {
    creation_time: 'timestamptz',
  },
  integration_stream: {
    last_success_time: 'timestamptz',
    failing_since: 'timestamptz',
    last_error_time: 'timestamptz',
    lag_ms: 'bigint',
    last_update_time: 'timestamptz',
  },
  invoice: {
    start_date: 'timestamptz',
    end_date: 'timestamptz',
    finalize_at: 'timestamptz',
    issue_date: 'timestamptz',
    due_date: 'timestamptz',
    number: 'bigint',
    discount_value: 'numeric',
    subtotal_amount: 'numeric',
    discount_amount: 'numeric',
    tax_amount: 'numeric',
    due_amount: 'numeric',
    paid_amount: 'numeric',
    refunded_amount: 'numeric',
    credited_amount: 'numeric',
    deducted_commit_amount: 'numeric',
    deductions: 'jsonb',
    info: 'jsonb',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    sequence: 'integer',
    due_value: 'double precision',
  },
  invoice_fee: {
    position: 'integer',
    period_start: 'timestamptz',
    period_end: 'timestamptz',
    billed_until: 'timestamptz',
    is_late: 'boolean',
    amount: 'numeric',
    credited_amount: 'numeric',
    lines: 'jsonb',
    live: 'boolean',
  },
  job: {
    exclusive: 'boolean',
    payload: 'jsonb',
    due_at: 'timestamptz',
    ready_at: 'timestamptz',
    position: 'bigint',
    attempts: 'integer',
    lease_until: 'timestamptz',
    finished_at: 'timestamptz',
    creation_time: 'timestamptz',
    cancellable: 'boolean',
    cancel_requested_at: 'timestamptz',
    end_time: 'timestamptz',
    harmless_attempts: 'integer',
    failing_since: 'timestamptz',
  },
  join_link: {
    token_hash: 'bytea',
    creation_time: 'timestamptz',
    expire_time: 'timestamptz',
  },
  knowledge_article: {
    tags: 'text[]',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    sequence: 'integer',
  },
  knowledge_passage: {
    part: 'integer',
    headings: 'text[]',
    names: 'tsvector',
    words: 'tsvector',
  },
  knowledge_word: {
    uses: 'bigint',
  },
  marketplace_import: {
    begun_at: 'timestamptz',
    ended_at: 'timestamptz',
    stopped_at: 'timestamptz',
  },
  marketplace_listed: {
    listed_at: 'timestamptz',
    reconciled_of: 'bytea',
    missing_since: 'timestamptz',
    waits_since: 'timestamptz',
  },
  marketplace_pass: {
    since: 'timestamptz',
    begun_at: 'timestamptz',
    ended_at: 'timestamptz',
    listed: 'integer',
    made: 'integer',
    reconciled: 'integer',
    begun_again_at: 'timestamptz',
  },
  marketplace_queue: {
    lease_until: 'timestamptz',
    due_at: 'timestamptz',
    polled_at: 'timestamptz',
    failures: 'integer',
    last_error_at: 'timestamptz',
    stopped_sequence: 'integer',
    asked_until: 'timestamptz',
  },
  marketplace_rate: {
    next_at: 'timestamptz',
  },
  member: {
    join_time: 'timestamptz',
    token_hash: 'bytea',
    invitation_expire_time: 'timestamptz',
    sequence: 'integer',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    skip_own_actions: 'boolean',
  },
  notice_sent: {
    creation_time: 'timestamptz',
  },
  notification_event: {
    position: 'bigint',
    is_action_item: 'boolean',
    require_audit: 'boolean',
    created_by: 'jsonb',
    contact_ids: 'text[]',
    channels: 'text[]',
    info: 'jsonb',
    track_events: 'jsonb',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
  },
  notification_feed: {
    newest_position: 'bigint',
    told_position: 'bigint',
    indexed_position: 'bigint',
  },
  notification_message: {
    cc_recipients: 'text[]',
    bcc_recipients: 'text[]',
    standard_fields: 'jsonb',
    attempts: 'integer',
    opened_at: 'timestamptz',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
  },
  offer: {
    contact_ids: 'text[]',
    info: 'jsonb',
    meta_info: 'jsonb',
    end_time: 'timestamptz',
    expire_time: 'timestamptz',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    sequence: 'integer',
    creation_unknown_since: 'timestamptz',
    revision: 'bigint',
  },
  offer_attribution: {
    share: 'numeric',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    sequence: 'integer',
  },
  offer_buyer: {
    creation_time: 'timestamptz',
  },
  offer_creation: {
    body_hash: 'bytea',
    first_at: 'timestamptz',
    answer_sequence: 'integer',
  },
  offer_set: {
    info: 'jsonb',
    meta_info: 'jsonb',
    expire_time: 'timestamptz',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    sequence: 'integer',
    released_time: 'timestamptz',
  },
  offer_set_member: {
    creation_time: 'timestamptz',
  },
  organization: {
    allowed_auth_methods: 'text[]',
    expire_at: 'timestamptz',
    info: 'jsonb',
    clock_offset_ms: 'bigint',
    sequence: 'integer',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    require_second_factor: 'boolean',
  },
  organization_client: {
    previous_until: 'timestamptz',
    organization_ids: 'text[]',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
  },
  organization_quota: {
    maximum: 'integer',
    creation_time: 'timestamptz',
  },
  outgoing_mail: {
    to_addresses: 'text[]',
    cc_addresses: 'text[]',
    bcc_addresses: 'text[]',
    attempts: 'integer',
    due_at: 'timestamptz',
    finished_at: 'timestamptz',
    creation_time: 'timestamptz',
  },
  payment_transaction: {
    amount: 'numeric',
    try: 'integer',
    info: 'jsonb',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    sequence: 'integer',
    success_time: 'timestamptz',
  },
  person: {
    email_verified_at: 'timestamptz',
    version: 'integer',
    failed_sign_ins: 'integer',
    locked_until: 'timestamptz',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
  },
  person_identity: {
    creation_time: 'timestamptz',
  },
  person_passkey: {
    public_key: 'bytea',
    counter: 'bigint',
    creation_time: 'timestamptz',
    last_used_at: 'timestamptz',
  },
  person_recovery_code: {
    code_hash: 'bytea',
    creation_time: 'timestamptz',
  },
  person_session: {
    cookie_hash: 'bytea',
    creation_time: 'timestamptz',
    last_used_at: 'timestamptz',
    expires_at: 'timestamptz',
    idle_ends_at: 'timestamptz',
  },
  person_token: {
    token_hash: 'bytea',
    creation_time: 'timestamptz',
    expires_at: 'timestamptz',
  },
  person_totp: {
    is_pending: 'boolean',
    last_step: 'bigint',
    creation_time: 'timestamptz',
  },
  portal_offer: {
    share: 'numeric',
    amount: 'numeric',
    share_amount: 'numeric',
    expire_time: 'timestamptz',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
  },
  principal_grant: {
    revision: 'bigint',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
  },
  principal_organization: {
    join_time: 'timestamptz',
    allowed_auth_methods: 'text[]',
    expire_at: 'timestamptz',
    info: 'jsonb',
    integrated: 'text[]',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    role_permissions: 'text[]',
    require_second_factor: 'boolean',
  },
  product: {
    info: 'jsonb',
    meta_info: 'jsonb',
    sequence: 'integer',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
  },
  quota: {
    maximum: 'integer',
    last_update_time: 'timestamptz',
  },
  refresh_token: {
    token_hash: 'bytea',
    creation_time: 'timestamptz',
    rotated_at: 'timestamptz',
  },
  revenue_agreement: {
    read_at: 'timestamptz',
  },
  revenue_cursor: {
    last_update_time: 'timestamptz',
  },
  revenue_daily: {
    day: 'date',
    amount: 'numeric',
    collectable_amount: 'numeric',
    invoice_amount: 'numeric',
    tax_amount: 'numeric',
    disburse_amount: 'numeric',
    refund_invoice_amount: 'numeric',
    refund_disburse_amount: 'numeric',
  },
  revenue_detail: {
    is_current: 'boolean',
    day: 'date',
    gross: 'numeric',
    collectable: 'numeric',
    invoiced: 'numeric',
    tax: 'numeric',
    disbursed: 'numeric',
    refund_invoiced: 'numeric',
    refund_disbursed: 'numeric',
    invoice_date: 'date',
    payment_due_date: 'date',
    disburse_date: 'date',
    refund_invoice_date: 'date',
    refund_disburse_date: 'date',
    facts: 'jsonb',
    record: 'json',
    creation_time: 'timestamptz',
  },
  revenue_payout: {
    disburse_date: 'date',
    disburse_amount: 'numeric',
    info: 'jsonb',
    sequence: 'integer',
    creation_time: 'timestamptz',
  },
  revenue_record: {
    day: 'date',
    amount: 'numeric',
    collectable_amount: 'numeric',
    invoice_amount: 'numeric',
    tax_amount: 'numeric',
    disburse_amount: 'numeric',
    refund_invoice_amount: 'numeric',
    refund_disburse_amount: 'numeric',
    invoice_date: 'date',
    payment_due_date: 'date',
    disburse_date: 'date',
    refund_invoice_date: 'date',
    refund_disburse_date: 'date',
    info: 'jsonb',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
  },
  revoked_token: {
    expires_at: 'timestamptz',
  },
  sandbox_agreement: {
    terms: 'jsonb',
    version: 'integer',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
  },
  sandbox_change: {
    arguments: 'jsonb',
    due_time: 'timestamptz',
  },
  sandbox_fault: {
    permanent: 'boolean',
    wanted: 'integer',
    remaining: 'integer',
    creation_time: 'timestamptz',
  },
  sandbox_offer: {
    spec: 'jsonb',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
  },
  sandbox_payment: {
    amount: 'numeric',
    is_disputed: 'boolean',
    creation_time: 'timestamptz',
  },
  sandbox_payment_method: {
    lost_calls: 'integer',
    lost_answers: 'integer',
    creation_time: 'timestamptz',
  },
  sandbox_product: {
    spec: 'jsonb',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
  },
  sandbox_revenue: {
    line: 'json',
    usage: 'json',
    creation_time: 'timestamptz',
  },
  sandbox_sale: {
    day: 'date',
    quantity: 'numeric',
    gross: 'numeric',
    fee: 'numeric',
    tax: 'numeric',
    version: 'integer',
    creation_time: 'timestamptz',
  },
  sandbox_usage: {
    hour: 'timestamptz',
    start_time: 'timestamptz',
    end_time: 'timestamptz',
    quantity: 'numeric',
    amount: 'numeric',
    creation_time: 'timestamptz',
  },
  sandbox_usage_rate: {
    since: 'timestamptz',
    calls: 'integer',
  },
  sandbox_usage_total: {
    quantity: 'numeric',
    lines: 'integer',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
  },
  saved_view: {
    query: 'jsonb',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
  },
  schema_migration: {
    applied_at: 'timestamptz',
    compatible: 'boolean',
  },
  seller_picture: {
    content: 'bytea',
    retry_at: 'timestamptz',
  },
  sign_in_attempt: {
    failures: 'integer',
    locked_until: 'timestamptz',
    is_known: 'boolean',
    expires_at: 'timestamptz',
  },
  signing_key: {
    public_jwk: 'jsonb',
    creation_time: 'timestamptz',
    retired_at: 'timestamptz',
  },
  signup_connection: {
    creation_time: 'timestamptz',
  },
  stored_file: {
    size: 'integer',
    creation_time: 'timestamptz',
  },
  support_comment: {
    position: 'integer',
    creation_time: 'timestamptz',
  },
  support_mail: {
    received_at: 'timestamptz',
  },
  support_ticket: {
    watchers: 'text[]',
    attachments: 'jsonb',
    comment_count: 'integer',
    due_time: 'timestamptz',
    is_due_given: 'boolean',
    close_time: 'timestamptz',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    sequence: 'integer',
  },
  unsealed_event: {
    ordinal: 'bigint',
  },
  usage_balance: {
    carry: 'numeric',
  },
  usage_batch: {
    received_at: 'timestamptz',
    creation_time: 'timestamptz',
    size: 'integer',
    invalid: 'integer',
    content_hash: 'bytea',
    call_hash: 'bytea',
    run_time: 'timestamptz',
    moved: 'boolean',
  },
  usage_billable_day: {
    generation: 'integer',
    day: 'timestamptz',
    units: 'numeric[]',
    first_used: 'timestamptz',
  },
  usage_billing: {
    generation: 'integer',
    since: 'timestamptz',
    until: 'timestamptz',
    live: 'boolean',
    last_update_time: 'timestamptz',
  },
  usage_daily: {
    day: 'date',
    quantity: 'numeric',
    amount: 'numeric',
  },
  usage_group: {
    ordinal: 'integer',
    received_at: 'timestamptz',
    usage_time: 'timestamptz',
    time_given: 'boolean',
    keys: 'text[]',
    quantities: 'numeric[]',
    billable_records: 'json',
    meta_info: 'json',
  },
  usage_included: {
    period_start: 'timestamptz',
    used: 'numeric',
  },
  usage_key: {
    content_hash: 'bytea',
    ordinal: 'integer',
    received_at: 'timestamptz',
  },
  usage_ledger: {
    position: 'integer',
    quantity: 'numeric',
    unit_price: 'numeric',
    amount: 'numeric',
    usage_hour: 'timestamptz',
    period_start: 'timestamptz',
    creation_time: 'timestamptz',
  },
  usage_line: {
    bucket_hour: 'timestamptz',
    quantity: 'numeric',
    unit_price: 'numeric',
    amount: 'numeric',
    attempts: 'integer',
    verdict: 'json',
    deadline: 'timestamptz',
    due_time: 'timestamptz',
    alerted_time: 'timestamptz',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
  },
  usage_report: {
    usage_from: 'timestamptz',
    usage_until: 'timestamptz',
    group_count: 'integer',
    reported_time: 'timestamptz',
    info: 'jsonb',
    mapped: 'json',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    sequence: 'integer',
    received_since: 'timestamptz',
    received_until: 'timestamptz',
    generation: 'integer',
    billable: 'jsonb',
    billable_units: 'numeric[]',
  },
  usage_verification: {
    day: 'date',
    reported_quantity: 'numeric',
    reported_amount: 'numeric',
    billed_quantity: 'numeric',
    billed_amount: 'numeric',
  },
  used_challenge: {
    challenge_hash: 'bytea',
    expires_at: 'timestamptz',
  },
  wallet: {
    total_amount: 'numeric',
    used_amount: 'numeric',
    start_time: 'timestamptz',
    expire_time: 'timestamptz',
    info: 'jsonb',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    sequence: 'integer',
  },
  webhook_attempt: {
    number: 'integer',
    start_time: 'timestamptz',
    duration_ms: 'integer',
    response_status: 'integer',
  },
  webhook_delivery: {
    position: 'bigint',
    part: 'integer',
    attempts: 'integer',
    tries: 'integer',
    due_at: 'timestamptz',
    response_status: 'integer',
    last_attempt_time: 'timestamptz',
    finished_at: 'timestamptz',
    creation_time: 'timestamptz',
    told_changes: 'integer',
  },
  webhook_endpoint: {
    scopes: 'text[]',
    product_ids: 'text[]',
    partners: 'text[]',
    entity_ids: 'text[]',
    fifo: 'boolean',
    headers: 'jsonb',
    rate_per_second: 'integer',
    timeout_seconds: 'integer',
    status_time: 'timestamptz',
    previous_until: 'timestamptz',
    creation_time: 'timestamptz',
    last_update_time: 'timestamptz',
    sequence: 'integer',
  },
  webhook_payload: {
    creation_time: 'timestamptz',
  },
  webhook_queue: {
    fifo: 'boolean',
    wake_at: 'timestamptz',
    paced_until: 'timestamptz',
    hold_until: 'timestamptz',
    failing_since: 'timestamptz',
    warned_at: 'timestamptz',
  },
} as const;

/** Columns with a default, which inserts may omit. */
export type Defaulted = {
  addon_template: 'sequence';
  ai_month: 'calls' | 'used' | 'reserved' | 'credit_cents';
  api_client: 'version' | 'type';
  audit_key: 'creation_time';
  billable_metric: 'status' | 'sequence';
  buyer: 'partner' | 'info' | 'sequence' | 'status' | 'spa_version';
  channel_partner: 'contact_ids' | 'domains' | 'accounts' | 'sequence';
  channel_partner_agreement: 'product_ids' | 'countries' | 'sequence';
  channel_partner_tier: 'sequence';
  contact: 'info' | 'sequence';
  custom_role: 'sequence';
  deal_registration: 'product_ids' | 'has_conflict' | 'protected_product_ids' | 'sequence';
  entitlement: 'sequence' | 'billing_overrides' | 'awaits_agreement' | 'spa_version';
  entitlement_request: 'sequence';
  entitlement_term: 'sequence';
  event: 'audited';
  inbound_notification: 'method' | 'query';
  integration: 'info' | 'credentials' | 'sequence';
  invoice: 'payment_status' | 'subtotal_amount' | 'discount_amount' | 'tax_amount' | 'due_amount' | 'paid_amount' | 'refunded_amount' | 'credited_amount' | 'deducted_commit_amount' | 'deductions' | 'info' | 'sequence';
  invoice_fee: 'entitlement_term_id' | 'is_late' | 'credited_amount' | 'lines' | 'live';
  job: 'exclusive' | 'attempts' | 'cancellable' | 'stands' | 'harmless_attempts';
  knowledge_article: 'sequence';
  marketplace_pass: 'listed' | 'made' | 'reconciled';
  marketplace_queue: 'failures';
  member: 'sequence' | 'skip_own_actions' | 'mail_digest';
  notification_feed: 'told_position' | 'indexed_position';
  notification_message: 'cc_recipients' | 'bcc_recipients' | 'status' | 'attempts';
  offer: 'sequence';
  offer_attribution: 'sequence';
  offer_creation: 'answer_sequence';
  offer_set: 'sequence';
  organization: 'allowed_auth_methods' | 'info' | 'clock_offset_ms' | 'sequence' | 'require_second_factor';
  outgoing_mail: 'attempts';
  payment_transaction: 'info' | 'sequence';
  person: 'version' | 'failed_sign_ins';
  product: 'info' | 'meta_info' | 'sequence';
  revenue_detail: 'facts';
  revenue_payout: 'info' | 'sequence';
  revenue_record: 'info';
  sandbox_agreement: 'version';
  sandbox_payment: 'is_disputed';
  sandbox_payment_method: 'lost_calls' | 'lost_answers';
  sandbox_sale: 'version';
  schema_migration: 'applied_at' | 'compatible';
  sign_in_attempt: 'failures' | 'is_known';
  signup_connection: 'source';
  support_ticket: 'watchers' | 'attachments' | 'comment_count' | 'is_due_given' | 'sequence';
  usage_balance: 'carry';
  usage_batch: 'invalid' | 'moved';
  usage_billing: 'live';
  usage_daily: 'group_by';
  usage_included: 'used';
  usage_line: 'state' | 'attempts';
  usage_report: 'info' | 'mapped' | 'sequence' | 'first_batch_id' | 'last_batch_id' | 'received_since' | 'received_until' | 'generation' | 'billable';
  wallet: 'info' | 'sequence';
  webhook_delivery: 'part' | 'status' | 'attempts' | 'tries' | 'told_changes';
  webhook_endpoint: 'scopes' | 'product_ids' | 'partners' | 'entity_ids' | 'fifo' | 'headers' | 'status' | 'sequence';
  webhook_payload: 'creation_time';
  webhook_queue: 'paced_until';
};

/** Columns that only the database writes. */
export type Generated = {
  buyer: 'customer_id' | 'mka_account_id' | 'email_key' | 'name_key';
  contact: 'email_key' | 'name_key';
  documentation_passage: 'names' | 'words';
  entitlement: 'crm_c_opportunity_id' | 'buyer_account_id' | 'crm_a_account_id' | 'crm_a_opportunity_id' | 'crm_a_quote_id' | 'crm_b_deal_id' | 'alert_time' | 'mk_b_asset_id' | 'name_key';
  event: 'event_type';
  invoice: 'due_value';
  job: 'position' | 'status';
  knowledge_passage: 'names' | 'words';
  offer: 'crm_c_opportunity_id' | 'crm_b_deal_id' | 'crm_a_opportunity_id' | 'crm_a_account_id' | 'crm_a_quote_id' | 'approval_status' | 'name_key';
  product: 'name_key';
  saved_view: 'name_key';
  unsealed_event: 'ordinal';
  usage_daily: 'id';
  usage_report: 'billable_keys' | 'billable_units';
  usage_verification: 'id';
};
