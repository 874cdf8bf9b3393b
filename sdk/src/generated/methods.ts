/** Made from openapi.json by `npm run generate`: do not edit. */
import type { CallOptions, ChangeOptions, List, ListQuery, Patch, WithId } from '../calls.ts';
import type {
  AIBillingConfig,
  AIInvoice,
  AIUsage,
  AcceptInvitationParams,
  AccessToken,
  AccountStatus,
  Action,
  AddEntitlementCreditParams,
  AddEntitlementCreditResponse,
  AnswerRequestParams,
  ApiClientOrganizationParams,
  ApiClientType,
  ApprovalNote,
  ApproveDealRegistrationParams,
  AuditingEvent,
  AuditingEventPage,
  BankPaymentParams,
  BillableMetric,
  BillableMetricStatus,
  BillingAddon,
  BillingAddonRecord,
  BillingInvoice,
  BillingInvoiceInfo,
  BillingPaymentStatus,
  BillingPaymentTransaction,
  BillingPaymentTransactionType,
  BillingWallet,
  CancelEntitlementParams,
  CancellationSchedule,
  ChannelPartner,
  ChannelPartnerAgreement,
  ChannelPartnerReport,
  ChannelPartnerStatus,
  ChannelPartnerTier,
  ChannelPartnerType,
  ClientSignupPageConfigInfo,
  CosellAccountMappingConfig,
  CosellConfigInfo,
  CosellFillerConfigInfo,
  CosellIntelligenceConfigInfo,
  CreateAndUpdateAddonParams,
  CreateBuyerParams,
  CreateCreditWalletParams,
  CreateEntitlementParams,
  CreateOrganizationParams,
  CreateRoleParams,
  CreateSavedViewParams,
  CreateSupportTicketAttachmentRequest,
  CreateUsageRecordGroupParams,
  DealConflicts,
  DealRegistration,
  DealRegistrationNote,
  DealRegistrationStatus,
  DivideEntitlementCommitParams,
  EmailVerification,
  EntitlementAttribution,
  EntitlementRequest,
  EntitlementStatus,
  EventFeed,
  FilePurpose,
  FileUpload,
  FundingApplicationFieldMappingConfigInfo,
  GetRevenueReportParams,
  IdentityApiClient,
  IdentityBuyer,
  IdentityContact,
  IdentityIntegration,
  IntegrationSetup,
  IntegrationVerification,
  InviteMemberParams,
  InvoiceIssuer,
  KnowledgeAnswer,
  KnowledgeArticle,
  KnowledgePassageType,
  KnowledgeQuestion,
  KnowledgeSearchResponse,
  KnowledgeSearchResult,
  ListNotificationEventsResponse,
  ListNotificationMessagesResponse,
  ListOrganizationsByUserRow,
  ListRevenueRecordDetailsResponse,
  ListRevenueRecordsResponse,
  ListSupportTicketsResponse,
  ListUsageMeteringDailyRecordsResponse,
  ListUsageMeteringDailyVerificationsResponse,
  ListUsageRecordGroupsResponse,
  ListUsageRecordReportsResponse,
  MarketplaceImportReceipt,
  MemberMailSettings,
  MemberMailSettingsPatch,
  MemberStatus,
  MergeBuyersParams,
  MeteringDimension,
  MeteringUsageRecordGroup,
  MeteringUsageRecordReport,
  NewPasskey,
  NewUsageRecordGroup,
  NotificationConfigInfo,
  NotificationEvent,
  NotificationMessage,
  NotificationMessageInfo,
  NotificationTemplateParams,
  OfferAttribution,
  OfferClone,
  OfferCreationOutcome,
  OfferFillerConfigInfo,
  OfferFormStep,
  OfferSet,
  OfferSetPage,
  OfferStatus,
  OfferValidation,
  OnboardingInfo,
  Operation,
  OperationDetails,
  OrganizationConfigInfo,
  OrganizationMember,
  OrganizationQuota,
  OrganizationRole,
  Overview,
  Partner,
  PasskeyEnrolment,
  PasswordAgain,
  PasswordReset,
  PasswordResetRequest,
  PortalAgreement,
  PortalChannelPartner,
  PortalDealRegistration,
  PortalOffer,
  PrivateOfferConfigInfo,
  ProductImport,
  ProductImportReceipt,
  ProductStatus,
  RecoveryCodes,
  RefundEntitlementParams,
  RegisteredPasskey,
  RejectEntitlementParams,
  ReplayWebhookParams,
  RevenueRecord,
  RevenueRecordDetail,
  RevenueReport,
  ReviewNote,
  RotateSecretParams,
  RotateWebhookSecretParams,
  SSOConfigInfo,
  SandboxAcceptance,
  SandboxAuthorization,
  SandboxAuthorizationReceipt,
  SandboxClock,
  SandboxClockAdvance,
  SandboxEvent,
  SandboxEventParams,
  SandboxFault,
  SandboxFaultParams,
  SandboxOrder,
  SandboxOrderReceipt,
  SandboxPaymentMethodParams,
  SandboxPlanChange,
  SandboxProductChange,
  SandboxQuantityChange,
  SandboxRenewal,
  SandboxResale,
  SandboxRevenue,
  SandboxSettlementParams,
  SandboxUpcoming,
  SandboxUsage,
  SandboxUsageTotal,
  SavedView,
  SecondFactors,
  Series,
  SignUp,
  SignupConnection,
  SignupConnectionCreation,
  StoredFile,
  SupportTicket,
  SupportTicketAttachment,
  SupportTicketComment,
  TotpCode,
  TotpEnrolment,
  UpdateBillableMetricParams,
  UpdateBuyerParams,
  UpdateChannelPartnerAgreementParams,
  UpdateChannelPartnerParams,
  UpdateCreditWalletParams,
  UpdateDealRegistrationParams,
  UpdateEntitlementBillingParams,
  UpdateEntitlementNameParams,
  UpdateEntitlementPriceModelParams,
  UpdateInvoiceInfoRequest,
  UpdateKnowledgeArticleParams,
  UpdateMemberParams,
  UpdateOrganizationParams,
  UpdateProductParams,
  UpdateRoleParams,
  UpdateSavedViewParams,
  UpdateSupportTicketRequest,
  UsageBatch,
  UsageFileOutcome,
  UsageFileUpload,
  UsageLedgerEntry,
  UsageMeteringConfigInfo,
  UsageMeteringDailyRecord,
  UsageMeteringDailyVerification,
  UsageRecordReportResolution,
  User,
  UserPatch,
  UserSession,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookDeliveryStatus,
  WebhookEndpoint,
  WebhookReplay,
  WinDealRegistrationParams,
  WithdrawCancellationParams,
  WorkloadEntitlement,
  WorkloadEntitlementTerm,
  WorkloadMetaInfo,
  WorkloadOffer,
  WorkloadProduct,
} from './records.ts';

export type AccountMethods = {
  /**
   * Sign up; a mail with a link to confirm the address is sent
   * The response does not reveal whether the address has an account. The account is created when the address is confirmed with the link in the mail. At most five mails per hour are sent to an address.
   */
  signUp(body: SignUp, options?: ChangeOptions): Promise<AccountStatus>;
  /**
   * Confirm an e-mail address with the token from the mail, and create the account
   * The password chosen at sign-up is required, so that the owner of the address cannot accidentally confirm a request made by a different person.
   */
  verifyEmail(body: EmailVerification, options?: ChangeOptions): Promise<AccountStatus>;
  /**
   * Request a mail with a link to reset the password
   * The response does not reveal whether the address has an account.
   */
  requestPasswordReset(body: PasswordResetRequest, options?: ChangeOptions): Promise<AccountStatus>;
  /**
   * Set a new password with the token from the mail; all sessions and tokens of the user end
   * Set a new password with the token from the mail; all sessions and tokens of the user end.
   */
  resetPassword(body: PasswordReset, options?: ChangeOptions): Promise<AccountStatus>;
  /**
   * Get the account of the calling user
   * Get the account of the calling user.
   */
  getMe(options?: CallOptions): Promise<WithId<User>>;
  /**
   * Change the name or password; a new password ends all other sessions
   * Change the name or password; a new password ends all other sessions.
   */
  updateMe(body?: Patch<UserPatch>, options?: ChangeOptions): Promise<WithId<User>>;
  /**
   * End the calling session and its tokens
   * End the calling session and its tokens.
   */
  signOut(options?: ChangeOptions): Promise<AccountStatus>;
  /**
   * End all other sessions of the calling user and their tokens
   * End all other sessions of the calling user and their tokens.
   */
  endMyOtherSessions(options?: ChangeOptions): Promise<AccountStatus>;
  /**
   * List the sessions of the calling user
   * List the sessions of the calling user.
   */
  listMySessions(query?: ListQuery, options?: CallOptions): List<WithId<UserSession>[], WithId<UserSession>>;
  /**
   * End a session and its tokens
   * End a session and its tokens.
   */
  deleteMySession(sessionId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Get the second factors of the calling user
   * Get the second factors of the calling user.
   */
  getMySecondFactors(options?: CallOptions): Promise<SecondFactors>;
  /**
   * Create a secret for an authenticator app
   * The secret becomes the second factor when it is confirmed with `confirmTotp` within an hour. Until then an earlier confirmed secret stays valid. A user with a second factor needs a session that was opened with it.
   */
  beginTotp(body: PasswordAgain, options?: ChangeOptions): Promise<TotpEnrolment>;
  /**
   * Confirm an authenticator app with a code; new recovery codes are created
   * From then on, sign-in requires a code. The calling session counts as opened with the second factor.
   */
  confirmTotp(body: TotpCode, options?: ChangeOptions): Promise<RecoveryCodes>;
  /**
   * Remove the authenticator app; with the last second factor the recovery codes are removed too
   * Remove the authenticator app; with the last second factor the recovery codes are removed too.
   */
  removeTotp(body: PasswordAgain, options?: ChangeOptions): Promise<SecondFactors>;
  /**
   * Create ten new recovery codes; the earlier codes are revoked
   * Create ten new recovery codes; the earlier codes are revoked.
   */
  renewRecoveryCodes(body: PasswordAgain, options?: ChangeOptions): Promise<RecoveryCodes>;
  /**
   * Create a challenge for a new passkey
   * The challenge can be used on pages at the host of AUTH_URL, and on pages at BASE_URL if its host is the same or a subdomain. A user with a second factor needs a session that was opened with it. An account has at most 20 passkeys.
   */
  beginPasskey(body: PasswordAgain, options?: ChangeOptions): Promise<PasskeyEnrolment>;
  /**
   * Register a passkey that an authenticator has created
   * From then on the user can sign in with the passkey instead of password and code. The calling session counts as opened with the passkey.
   */
  registerPasskey(body: NewPasskey, options?: ChangeOptions): Promise<RegisteredPasskey>;
  /**
   * Remove a passkey; with the last second factor the recovery codes are removed too
   * Remove a passkey; with the last second factor the recovery codes are removed too.
   */
  removePasskey(passkeyId: string, body: PasswordAgain, options?: ChangeOptions): Promise<SecondFactors>;
  /**
   * Accept an invitation
   * The caller must be signed in with the invited address. In an organization with `requireSecondFactor`, the member must then sign in with a second factor.
   */
  acceptInvitation(body: AcceptInvitationParams, options?: ChangeOptions): Promise<WithId<OrganizationMember>>;
};

export type AddonsMethods = {
  /**
   * Apply an addon to an entitlement, at a separate path
   * The entitlement must be ACTIVE. Each call adds one addon. If its id is that of an addon template, absent name, description and amount come from the template. An invoice charges the addon of a direct sale. At a marketplace it is charged as usage of the metered dimension whose key equals the id: amount divided by the unit price, or one unit without an amount, on `chargeOn`. If the addon cannot be charged, `metaInfo.warningMessages` has a warning.
   */
  apply(entitlementId: string, body: BillingAddonRecord, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * List addon templates
   * Sorted by creation time and id; deleted templates are omitted.
   */
  list(query?: ListQuery, options?: CallOptions): List<WithId<BillingAddon>[], WithId<BillingAddon>>;
  /**
   * Create an addon template
   * To apply a template, send its id as the id of an addon to an entitlement. A body with `chargeOn` is meant for applying an addon and is rejected (400).
   */
  create(body: CreateAndUpdateAddonParams, options?: ChangeOptions): Promise<WithId<BillingAddon>>;
  /**
   * Get an addon template
   * A deleted template is returned with the status DELETED.
   */
  get(addonId: string, options?: CallOptions): Promise<WithId<BillingAddon>>;
  /**
   * Change an addon template
   * Absent fields are unchanged. Addons that were already applied do not change.
   */
  update(addonId: string, body: Patch<CreateAndUpdateAddonParams>, options?: ChangeOptions): Promise<WithId<BillingAddon>>;
  /**
   * Delete an addon template
   * A deleted template can no longer be applied. Addons that were already applied are kept.
   */
  delete(addonId: string, options?: ChangeOptions): Promise<string>;
};

export type AiBillingConfigMethods = {
  /**
   * Get the use of AI features
   * A spending cap of null means no limit. The service sets the time and reason of a switch-off of AI features; its operator sets the free use.
   */
  get(options?: CallOptions): Promise<AIBillingConfig>;
  /**
   * Change the use of AI features
   * A spending cap of null means no limit. The service sets the time and reason of a switch-off of AI features; its operator sets the free use. Absent fields keep their value. Maps merge by key and a null removes its key; arrays are replaced. Fields that the service sets are ignored.
   */
  update(body: Patch<AIBillingConfig>, options?: ChangeOptions): Promise<AIBillingConfig>;
};

export type AiInvoicesMethods = {
  /**
   * List AI invoices
   * Invoices from the operator to the organization, one for each month with AI usage, sorted by creation time and id.
   */
  list(query?: ListQuery, options?: CallOptions): List<WithId<AIInvoice>[], WithId<AIInvoice>>;
  /**
   * Get an AI invoice
   * Get an AI invoice.
   */
  get(aiInvoiceId: string, options?: CallOptions): Promise<WithId<AIInvoice>>;
};

export type AiUsageMethods = {
  /**
   * Get the AI usage of a month
   * Get the AI usage of a month.
   */
  get(query?: {
    /** Month, such as 2026-11; defaults to the current month by the organization’s clock. */
    month?: string | undefined;
  }, options?: CallOptions): Promise<AIUsage>;
};

export type ApiClientsMethods = {
  /**
   * Create an API client
   * The secret is returned only in this response. `role` is required and must not exceed the permissions of the caller. A client of `type` API_KEY calls with `Authorization: Key <secret>` and needs no token. With `channelPartnerId`, the client acts for that channel partner and can use the partner portal only.
   */
  create(body: IdentityApiClient, query?: {
    /** Type, if it is not in the body; kept for existing clients */
    type?: ApiClientType | undefined;
  }, options?: ChangeOptions): Promise<WithId<IdentityApiClient>>;
  /**
   * List the API clients that may act in the organization
   * List the API clients that may act in the organization.
   */
  list(query?: ListQuery & {
    /** Only rows that contain this text; it has no wildcards. Part of the name, in any letter case, or the start of the id. */
    search?: string | undefined;
    /** Only rows that were created at this time or later */
    from?: string | undefined;
    /** Only rows that were created before this time */
    to?: string | undefined;
    /** Fields to return of each row, besides its id */
    fields?: 'id' | 'organizationID' | 'name' | 'description' | 'role' | 'type' | 'channelPartnerId' | 'previousSecretExpireTime' | 'homeOrganizationID' | 'organizationIDs' | 'createdBy' | 'creationTime' | 'lastUpdateTime' | 'provider' | readonly ('id' | 'organizationID' | 'name' | 'description' | 'role' | 'type' | 'channelPartnerId' | 'previousSecretExpireTime' | 'homeOrganizationID' | 'organizationIDs' | 'createdBy' | 'creationTime' | 'lastUpdateTime' | 'provider')[] | undefined;
  }, options?: CallOptions): List<WithId<IdentityApiClient>[], WithId<IdentityApiClient>>;
  /**
   * Get an API client
   * Get an API client.
   */
  get(apiClientId: string, options?: CallOptions): Promise<WithId<IdentityApiClient>>;
  /**
   * Change the name, the description or the role of an API client
   * A new role applies from the next request. In an organization other than its home, only the role and `channelPartnerId` can be changed.
   */
  update(apiClientId: string, body: Patch<IdentityApiClient>, options?: ChangeOptions): Promise<WithId<IdentityApiClient>>;
  /**
   * Delete an API client
   * Deletes the client in every organization; allowed only in its home organization. Its tokens are revoked immediately on every process.
   */
  delete(apiClientId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Replace the secret of an API client
   * The new secret is returned only in this response. The old secret and its tokens stay valid for `overlapHours`; with 0 they are revoked immediately on every process. A secret that remains from an earlier rotation is always revoked. The caller must have every permission that the client has in each of its organizations. Each organization records the rotation as an event.
   */
  rotateSecret(apiClientId: string, body?: RotateSecretParams, options?: ChangeOptions): Promise<WithId<IdentityApiClient>>;
  /**
   * Allow an API client in another organization
   * The caller needs the permission clients:write in both organizations. The other organization can read the client with its role there, and can change the role or remove the client.
   */
  allowInOrganization(apiClientId: string, body: ApiClientOrganizationParams, options?: ChangeOptions): Promise<WithId<IdentityApiClient>>;
  /**
   * Remove an API client from an organization
   * The home organization removes the client from any other organization. Any other organization removes the client from itself, with its own id as `otherOrgId`.
   */
  disallowInOrganization(apiClientId: string, otherOrgId: string, options?: ChangeOptions): Promise<string>;
};

export type AuditingEventsMethods = {
  /**
   * Query auditing events
   * Entries of the audit trail, newest first by default. Each change has one entry, with its actor and request, and the record before and after.
   */
  query(query?: {
    /** Maximum number of rows on a page */
    page_size?: number | undefined;
    /** Page number, starting at 1 */
    page_number?: number | undefined;
    /** Filter in prefix form, with the operators = != < <= > >= in like ilike is-null and or not, such as (or (= column 'value') (is-null column)). Columns: id, event_type, status, entity_type, entity_id, action, actor_type, actor_id, actor_email, request_id, creation_time, position */
    q?: string | undefined;
    /** Sort order: column:asc,column:desc or -column,column. Columns: id, event_type, status, entity_type, entity_id, action, actor_type, actor_id, actor_email, request_id, creation_time, position */
    s?: string | undefined;
  }, options?: CallOptions): List<AuditingEventPage, WithId<AuditingEvent>>;
  /**
   * Get an auditing event
   * Get an auditing event.
   */
  get(auditingEventId: string, options?: CallOptions): Promise<WithId<AuditingEvent>>;
};

export type AuthenticationMethods = {
  /**
   * Exchange credentials, a code or a refresh token for an access token
   * API clients use the grant_type client_credentials with client_id, client_secret and optionally resource (the base URL); they may also authenticate by HTTP Basic. Users use the grant_type authorization_code with code, redirect_uri, code_verifier and client_id, then refresh_token. Errors are those of RFC 6749, section 5.2.
   */
  exchangeToken(body: {
    grant_type: 'client_credentials' | 'authorization_code' | 'refresh_token';
    client_id?: string;
    client_secret?: string;
    /** The base URL of the service */
    resource?: string;
    /** For authorization_code: the code */
    code?: string;
    /** For authorization_code: as in the request */
    redirect_uri?: string;
    /** For authorization_code: the PKCE verifier */
    code_verifier?: string;
    /** For refresh_token: the token, valid once */
    refresh_token?: string;
  }, options?: ChangeOptions): Promise<AccessToken>;
  /**
   * Revoke a token (RFC 7009)
   * An API client, which authenticates as at the token endpoint, can revoke its own access tokens. Revoking a token of a user ends its session. Tokens of other clients are ignored, without an error.
   */
  revokeToken(body: {
    /** A refresh token or an access token */
    token: string;
    token_type_hint?: string;
    /** Client to which the token was issued */
    client_id?: string;
    /** Secret of an API client, unless it uses HTTP Basic */
    client_secret?: string;
  }, options?: ChangeOptions): Promise<object>;
  /**
   * Get the public keys for verifying access tokens
   * Get the public keys for verifying access tokens.
   */
  getKeySet(options?: CallOptions): Promise<{
    keys: Record<string, unknown>[];
  }>;
  /**
   * Get the authorization server metadata (RFC 8414)
   * Get the authorization server metadata (RFC 8414).
   */
  getAuthorizationServerMetadata(options?: CallOptions): Promise<Record<string, unknown>>;
};

export type BillableMetricsMethods = {
  /**
   * List billable metrics
   * Sorted by creation time and id. Deleted metrics are omitted unless requested by status.
   */
  list(query?: ListQuery & {
    /** Only metrics with this status */
    status?: BillableMetricStatus | undefined;
  }, options?: CallOptions): List<WithId<BillableMetric>[], WithId<BillableMetric>>;
  /**
   * Create a billable metric
   * Name and aggregation are required; UNIQUE_COUNT needs `info.propertyUniqueOn`. A record counts if it passes at least one filter of each filter group. Times, organization and status in the body are ignored.
   */
  create(body: BillableMetric, options?: ChangeOptions): Promise<WithId<BillableMetric>>;
  /**
   * Get a billable metric
   * A deleted metric is returned with the status DELETED.
   */
  get(billableMetricId: string, options?: CallOptions): Promise<WithId<BillableMetric>>;
  /**
   * Change a billable metric
   * Changes name, description or status; absent fields are unchanged. A body with a different `aggregationType` or `info` is rejected, because past usage was counted with the current values.
   */
  update(billableMetricId: string, body: Patch<UpdateBillableMetricParams>, options?: ChangeOptions): Promise<WithId<BillableMetric>>;
};

export type BuyersMethods = {
  /**
   * List buyers
   * Lists buyers in order of creation time and id, unless sort names a field, without deleted and merged buyers.
   */
  list(query?: ListQuery & {
    /** A marketplace, CRM, billing, metering or payment system; any letter case is accepted. */
    partner?: Partner | undefined;
    /** Only buyers that this contact is linked to */
    contactId?: string | undefined;
    /** Only the buyer with this account number on marketplace A, including accounts gained by a merge */
    mkAAccountId?: string | undefined;
    /** Only the buyer with this id at a marketplace, including accounts gained by a merge */
    externalId?: string | undefined;
    /** Only buyers with this identifier in the seller’s own systems */
    customerId?: string | undefined;
    /** Only buyers with this e-mail address, ignoring case */
    emailAddress?: string | undefined;
    /** Only rows that contain this text; it has no wildcards. Matches a part of the name or the e-mail address, ignoring case, or the beginning of the id, the customerId or an id at a marketplace. */
    search?: string | undefined;
    /** Only rows that were created at this time or later */
    from?: string | undefined;
    /** Only rows that were created before this time */
    to?: string | undefined;
    /** Fields to return of each row, besides its id */
    fields?: 'id' | 'organizationID' | 'partner' | 'externalID' | 'name' | 'description' | 'companyID' | 's3KeyLogo' | 'info' | 'mergedInto' | 'creationTime' | 'lastUpdateTime' | 'contactIds' | readonly ('id' | 'organizationID' | 'partner' | 'externalID' | 'name' | 'description' | 'companyID' | 's3KeyLogo' | 'info' | 'mergedInto' | 'creationTime' | 'lastUpdateTime' | 'contactIds')[] | undefined;
    /** Field that determines the order of the rows. Rows with equal values are ordered by creation time and id; rows without a value are last, also with order=desc. */
    sort?: 'creationTime' | 'name' | undefined;
  }, options?: CallOptions): List<WithId<IdentityBuyer>[], WithId<IdentityBuyer>>;
  /**
   * Create a buyer of direct sales
   * Buyers on marketplaces are created automatically by their purchases.
   */
  create(body: CreateBuyerParams, options?: ChangeOptions): Promise<WithId<IdentityBuyer>>;
  /**
   * Get a buyer
   * For a merged buyer, the response is a 404 that names the survivor.
   */
  get(buyerId: string, options?: CallOptions): Promise<WithId<IdentityBuyer>>;
  /**
   * Change a buyer
   * Absent fields are unchanged; records are merged by field; lists are replaced. null or an empty text removes a field.
   */
  update(buyerId: string, body: Patch<UpdateBuyerParams>, options?: ChangeOptions): Promise<WithId<IdentityBuyer>>;
  /**
   * Delete a buyer
   * Rejected while the buyer has an entitlement that is not cancelled, unused credit, or an unpaid invoice. `confirm` prevents a wrongly assembled path such as `contact/../buyer/{buyerId}` from deleting a buyer.
   */
  delete(buyerId: string, query: {
    /** The id of the buyer, repeated */
    confirm: string;
  }, options?: ChangeOptions): Promise<string>;
  /**
   * Revoke the links for a buyer
   * Revokes every link issued so far to the pages of the buyer, its entitlements, and its invoices with their PDFs and credit notes, also in mails, immediately in all processes. Each call revokes the links issued since the last call.
   */
  revokeLinks(buyerId: string, options?: ChangeOptions): Promise<WithId<IdentityBuyer>>;
  /**
   * Merge buyers
   * Merges the buyers in the body into the buyer in the path, which receives their offers, entitlements, contacts and accounts at marketplaces, and values for its empty fields. A merge cannot be undone. A repeat has no effect.
   */
  merge(buyerId: string, body: MergeBuyersParams, options?: ChangeOptions): Promise<WithId<IdentityBuyer>>;
  /**
   * List the buyers of a partner
   * List the buyers of a partner.
   */
  listByPartner(partner: string, query?: ListQuery, options?: CallOptions): List<WithId<IdentityBuyer>[], WithId<IdentityBuyer>>;
  /**
   * List the entitlements of a buyer
   * The buyer’s entitlements in order of creation time and id, without deleted entitlements. The filter buyerId of the list of entitlements also finds entitlements that list the buyer in metaInfo.buyerIds only.
   */
  listEntitlements(buyerId: string, query?: ListQuery, options?: CallOptions): List<WithId<WorkloadEntitlement>[], WithId<WorkloadEntitlement>>;
  /**
   * List the wallets of a buyer
   * Sorted by creation time and id; deleted wallets are omitted.
   */
  listWallets(buyerId: string, query?: ListQuery, options?: CallOptions): List<WithId<BillingWallet>[], WithId<BillingWallet>>;
  /**
   * Grant credit to a buyer
   * Credit pays direct-sale invoices in its currency before any other wallet: earliest expiry first, then oldest. Payment methods come from the payment provider and cannot be created through the API. Without a body the wallet has a total of 0, in the currency of the buyer’s payments.
   */
  createCreditWallet(buyerId: string, body?: CreateCreditWalletParams, options?: ChangeOptions): Promise<WithId<BillingWallet>>;
  /**
   * Get a wallet of a buyer
   * A deleted wallet is returned with the status DELETED.
   */
  getWallet(buyerId: string, walletId: string, options?: CallOptions): Promise<WithId<BillingWallet>>;
  /**
   * Change a buyer’s credit
   * Absent fields are unchanged. `totalAmount` must be at least the used amount. Expired credit can be used again after `expireTime` is set to a future time.
   */
  updateCreditWallet(buyerId: string, walletId: string, body?: Patch<UpdateCreditWalletParams>, options?: ChangeOptions): Promise<WithId<BillingWallet>>;
  /**
   * Delete a wallet of a buyer
   * A deleted wallet is no longer used for payments. If the wallet was the default, the buyer has no default wallet until another is chosen.
   */
  deleteWallet(buyerId: string, walletId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Close a buyer’s credit
   * The rest of the credit is no longer used for payments. Refunds are still returned to the closed credit.
   */
  closeCreditWallet(buyerId: string, walletId: string, options?: ChangeOptions): Promise<WithId<BillingWallet>>;
  /**
   * Set the default wallet of a buyer
   * The wallet must be a payment method. Credit always pays first.
   */
  setDefaultWallet(buyerId: string, walletId: string, options?: ChangeOptions): Promise<WithId<IdentityBuyer>>;
  /**
   * Refund a charge
   * Refunds a charge, in part or in full. Credit is returned to its wallet immediately. The seller returns a bank transfer by bank, and this operation records it. Other refunds are made by the payment provider and complete later. The invoice stays paid.
   */
  createRefund(buyerId: string, paymentTransactionId: string, query: {
    /** Amount to refund, in the currency of the charge */
    amount: number;
  }, options?: ChangeOptions): Promise<WithId<BillingPaymentTransaction>>;
};

export type ChannelPartnerTiersMethods = {
  /**
   * List the tiers of channel partners
   * In order of creation time and id, not of `rank`.
   */
  list(query?: ListQuery, options?: CallOptions): List<WithId<ChannelPartnerTier>[], WithId<ChannelPartnerTier>>;
  /**
   * Create a tier of channel partners
   * Create a tier of channel partners.
   */
  create(body: ChannelPartnerTier, options?: ChangeOptions): Promise<WithId<ChannelPartnerTier>>;
  /**
   * Get a tier of channel partners
   * Get a tier of channel partners.
   */
  get(channelPartnerTierId: string, options?: CallOptions): Promise<WithId<ChannelPartnerTier>>;
  /**
   * Change a tier of channel partners
   * Absent fields keep their value. Existing protections keep their end.
   */
  update(channelPartnerTierId: string, body: Patch<ChannelPartnerTier>, options?: ChangeOptions): Promise<WithId<ChannelPartnerTier>>;
  /**
   * Delete a tier of channel partners
   * Rejected while channel partners have the tier.
   */
  delete(channelPartnerTierId: string, options?: ChangeOptions): Promise<string>;
};

export type ChannelPartnersMethods = {
  /**
   * List channel partners
   * In order of creation time and id; deleted channel partners are omitted.
   */
  list(query?: ListQuery & {
    /** Status of a channel partner. Only deal registrations of ACTIVE channel partners can be submitted and approved. */
    status?: ChannelPartnerStatus | undefined;
    /** Kind of channel partner. */
    type?: ChannelPartnerType | undefined;
    /** Only channel partners of this tier */
    tierId?: string | undefined;
    /** Only channel partners with exactly this name */
    name?: string | undefined;
    /** Only channel partners for which this member is responsible */
    ownerId?: string | undefined;
  }, options?: CallOptions): List<WithId<ChannelPartner>[], WithId<ChannelPartner>>;
  /**
   * Create a channel partner
   * An account at a marketplace belongs to one channel partner.
   */
  create(body: ChannelPartner, options?: ChangeOptions): Promise<WithId<ChannelPartner>>;
  /**
   * Get a channel partner
   * Get a channel partner.
   */
  get(channelPartnerId: string, options?: CallOptions): Promise<WithId<ChannelPartner>>;
  /**
   * Change a channel partner
   * Absent fields keep their value, lists are replaced, null or an empty text removes a field. States: PROSPECT → ACTIVE ⇄ SUSPENDED; any → TERMINATED → ACTIVE.
   */
  update(channelPartnerId: string, body: Patch<UpdateChannelPartnerParams>, options?: ChangeOptions): Promise<WithId<ChannelPartner>>;
  /**
   * Delete a channel partner
   * Rejected while the channel partner has open deal registrations. Its accounts become available to other channel partners; its sales keep their reference to it.
   */
  delete(channelPartnerId: string, options?: ChangeOptions): Promise<string>;
  /**
   * List the agreements with a channel partner
   * List the agreements with a channel partner.
   */
  listAgreements(channelPartnerId: string, query?: ListQuery, options?: CallOptions): List<WithId<ChannelPartnerAgreement>[], WithId<ChannelPartnerAgreement>>;
  /**
   * Create an agreement with a channel partner
   * The agreement has ended on `endDate`. Agreements of a channel partner may not overlap in product, country and day.
   */
  createAgreement(channelPartnerId: string, body: ChannelPartnerAgreement, options?: ChangeOptions): Promise<WithId<ChannelPartnerAgreement>>;
  /**
   * Get an agreement with a channel partner
   * Get an agreement with a channel partner.
   */
  getAgreement(channelPartnerId: string, agreementId: string, options?: CallOptions): Promise<WithId<ChannelPartnerAgreement>>;
  /**
   * Change an agreement with a channel partner
   * Absent fields keep their value, lists are replaced, null removes a field. Earlier sales keep their share.
   */
  updateAgreement(channelPartnerId: string, agreementId: string, body: Patch<UpdateChannelPartnerAgreementParams>, options?: ChangeOptions): Promise<WithId<ChannelPartnerAgreement>>;
  /**
   * Delete an agreement with a channel partner
   * For agreements created by mistake. To end an agreement, set its `endDate`.
   */
  deleteAgreement(channelPartnerId: string, agreementId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Get the report of a channel partner
   * Days are UTC. A sale counts on its day. Its share is earned on the day of full payment: when its marketplace disbursed it, or its invoice was paid. Amounts of different currencies are never added.
   */
  getReport(channelPartnerId: string, query?: {
    /** First day, in UTC; by default 30 days before the last day */
    startDate?: string | undefined;
    /** Last day, in UTC; by default today */
    endDate?: string | undefined;
  }, options?: CallOptions): Promise<ChannelPartnerReport>;
};

export type ClientSignupPageConfigInfoMethods = {
  /**
   * Get the signup page
   * The first change creates the page: the service assigns its identifier. Buyers from a marketplace are redirected to the page if their product has no `fulfillmentUrl`.
   */
  get(options?: CallOptions): Promise<ClientSignupPageConfigInfo>;
  /**
   * Change the signup page
   * The first change creates the page: the service assigns its identifier. Buyers from a marketplace are redirected to the page if their product has no `fulfillmentUrl`. Absent fields keep their value. Maps merge by key and a null removes its key; arrays are replaced. Fields that the service sets are ignored.
   */
  update(body: Patch<ClientSignupPageConfigInfo>, options?: ChangeOptions): Promise<ClientSignupPageConfigInfo>;
  /**
   * Preview the signup page
   * HTML of the page for an example purchase at marketplace A. The form of the preview cannot be sent.
   */
  previewSignupPage(options?: CallOptions): Promise<string>;
};

export type ContactsMethods = {
  /**
   * List the buyers of a contact
   * List the buyers of a contact.
   */
  listBuyers(contactId: string, query?: ListQuery, options?: CallOptions): List<WithId<IdentityBuyer>[], WithId<IdentityBuyer>>;
  /**
   * List contacts
   * Lists contacts in order of creation time and id, unless sort names a field.
   */
  list(query?: ListQuery & {
    /** Only the contact with this e-mail address, ignoring case */
    emailAddress?: string | undefined;
    /** Only rows that contain this text; it has no wildcards. Matches a part of the name or the e-mail address, ignoring case, or the beginning of the id. */
    search?: string | undefined;
    /** Only rows that were created at this time or later */
    from?: string | undefined;
    /** Only rows that were created before this time */
    to?: string | undefined;
    /** Fields to return of each row, besides its id */
    fields?: 'id' | 'organizationID' | 'emailAddress' | 'name' | 'info' | 'creationTime' | 'lastUpdateTime' | readonly ('id' | 'organizationID' | 'emailAddress' | 'name' | 'info' | 'creationTime' | 'lastUpdateTime')[] | undefined;
    /** Field that determines the order of the rows. Rows with equal values are ordered by creation time and id; rows without a value are last, also with order=desc. */
    sort?: 'creationTime' | 'name' | 'emailAddress' | undefined;
  }, options?: CallOptions): List<WithId<IdentityContact>[], WithId<IdentityContact>>;
  /**
   * Create a contact
   * If a contact with the e-mail address exists, it is returned unchanged.
   */
  create(body: IdentityContact, options?: ChangeOptions): Promise<WithId<IdentityContact>>;
  /**
   * Get a contact
   * Get a contact.
   */
  get(contactId: string, options?: CallOptions): Promise<WithId<IdentityContact>>;
  /**
   * Change a contact
   * Absent fields are unchanged; an empty text removes a field, and an empty `info` removes all details.
   */
  update(contactId: string, body: Patch<IdentityContact>, options?: ChangeOptions): Promise<WithId<IdentityContact>>;
  /**
   * Delete a contact
   * Deletes the data of the contact, and its links to buyers and offers.
   */
  delete(contactId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Create contacts
   * Creates at most 1000 contacts, all or none. An existing contact with the e-mail address is returned unchanged; entries with the same address are the same contact.
   */
  batchCreate(body: IdentityContact[], options?: ChangeOptions): Promise<WithId<IdentityContact>[]>;
  /**
   * Link a contact to a buyer
   * Linking a contact that is already linked has no effect.
   */
  addToBuyer(contactId: string, buyerId: string, options?: ChangeOptions): Promise<WithId<IdentityBuyer>>;
  /**
   * Unlink a contact from a buyer
   * Unlinking a contact that is not linked has no effect.
   */
  removeFromBuyer(contactId: string, buyerId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Link a contact to an offer
   * Linking a contact that is already linked has no effect.
   */
  addToOffer(contactId: string, offerId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Unlink a contact from an offer
   * Unlinking a contact that is not linked has no effect. Clients that normalize paths delete the offer if the id of the contact is `..`; `DELETE …/offer/{offerId}/contact`, which has the contact as a parameter, is safe.
   */
  removeFromOffer(contactId: string, offerId: string, options?: ChangeOptions): Promise<string>;
  /**
   * List the offers of a contact
   * Ordered by creation time and id, without deleted offers.
   */
  listOffers(contactId: string, query?: ListQuery, options?: CallOptions): List<WithId<WorkloadOffer>[], WithId<WorkloadOffer>>;
};

export type CosellAccountMappingConfigsMethods = {
  /**
   * Get the field names by CRM
   * One entry for each CRM; a CRM without an entry uses the default names.
   */
  get(options?: CallOptions): Promise<CosellAccountMappingConfig[]>;
  /**
   * Change the field names by CRM
   * One entry for each CRM; a CRM without an entry uses the default names. The entries in the body replace the stored entries. Fields that the service sets are ignored.
   */
  update(body: Patch<CosellAccountMappingConfig[]>, options?: ChangeOptions): Promise<CosellAccountMappingConfig[]>;
};

export type CosellConfigInfoV2Methods = {
  /**
   * Get the co-sell configuration
   * One entry for each marketplace and CRM.
   */
  get(options?: CallOptions): Promise<CosellConfigInfo[]>;
  /**
   * Change the co-sell configuration
   * One entry for each marketplace and CRM. The entries in the body replace the stored entries. Fields that the service sets are ignored.
   */
  update(body: Patch<CosellConfigInfo[]>, options?: ChangeOptions): Promise<CosellConfigInfo[]>;
};

export type CosellFillerConfigInfoMethods = {
  /**
   * Get how co-sell records are filled
   * One entry for each pair of systems.
   */
  get(options?: CallOptions): Promise<CosellFillerConfigInfo[]>;
  /**
   * Change how co-sell records are filled
   * One entry for each pair of systems. The entries in the body replace the stored entries. Fields that the service sets are ignored.
   */
  update(body: Patch<CosellFillerConfigInfo[]>, options?: ChangeOptions): Promise<CosellFillerConfigInfo[]>;
};

export type CosellIntelligenceConfigInfoMethods = {
  /**
   * Get where co-sell signals are used
   * The older switch for all marketplaces applies to a marketplace whose own switch is unset.
   */
  get(options?: CallOptions): Promise<CosellIntelligenceConfigInfo>;
  /**
   * Change where co-sell signals are used
   * The older switch for all marketplaces applies to a marketplace whose own switch is unset. Absent fields keep their value. Maps merge by key and a null removes its key; arrays are replaced. Fields that the service sets are ignored.
   */
  update(body: Patch<CosellIntelligenceConfigInfo>, options?: ChangeOptions): Promise<CosellIntelligenceConfigInfo>;
};

export type DailyRevenueRecordsMethods = {
  /**
   * List daily revenue
   * Lists the revenue of at most 400 days by marketplace and currency, ordered by day.
   */
  list(query?: {
    /** First day, in UTC; by default 30 days before the last day */
    startDate?: string | undefined;
    /** Last day, in UTC; by default today */
    endDate?: string | undefined;
    /** A marketplace, CRM, billing, metering or payment system; any letter case is accepted. */
    partner?: Partner | undefined;
    /** Only rows of this product */
    productId?: string | undefined;
    /** Only rows of this entitlement */
    entitlementId?: string | undefined;
    /** Only rows of this buyer */
    buyerId?: string | undefined;
  }, options?: CallOptions): Promise<WithId<RevenueRecord>[]>;
};

export type DealRegistrationsMethods = {
  /**
   * List deal registrations
   * In order of creation time and id.
   */
  list(query?: ListQuery & {
    /** Status of a deal registration. */
    status?: DealRegistrationStatus | undefined;
    /** Only deal registrations of this channel partner */
    channelPartnerId?: string | undefined;
  }, options?: CallOptions): List<WithId<DealRegistration>[], WithId<DealRegistration>>;
  /**
   * Create a deal registration
   * Creates a draft. Only the channel partner is required.
   */
  create(body: DealRegistration, options?: ChangeOptions): Promise<WithId<DealRegistration>>;
  /**
   * Get a deal registration
   * Get a deal registration.
   */
  get(dealRegistrationId: string, options?: CallOptions): Promise<WithId<DealRegistration>>;
  /**
   * Change a deal registration
   * Absent fields keep their value, lists are replaced, null removes a field. Customer and products can change in DRAFT and ACTION_REQUIRED only, the other fields until the registration ends.
   */
  update(dealRegistrationId: string, body: Patch<UpdateDealRegistrationParams>, options?: ChangeOptions): Promise<WithId<DealRegistration>>;
  /**
   * Delete the draft of a deal registration
   * A registration that was submitted can only be withdrawn.
   */
  delete(dealRegistrationId: string, options?: ChangeOptions): Promise<string>;
  /**
   * List the current conflicts of a deal registration
   * Conflicts are open registrations, open offers, current entitlements and referrals for one of the products and the same customer, identified by domain, marketplace account or CRM A account. The channel partner receives only the flag `hasConflict`. Only the protection by another approved registration prevents an approval.
   */
  listConflicts(dealRegistrationId: string, options?: CallOptions): Promise<DealConflicts>;
  /**
   * Submit a deal registration for approval
   * Requires a product, a customer with a domain, an account or crmAAccountId, and a channel partner that is ACTIVE. Submitting again has no effect.
   */
  submit(dealRegistrationId: string, options?: ChangeOptions): Promise<WithId<DealRegistration>>;
  /**
   * Withdraw a deal registration
   * Ends the protection. Rejected if the registration has ended in another way. Withdrawing again has no effect.
   */
  withdraw(dealRegistrationId: string, body?: DealRegistrationNote, options?: ChangeOptions): Promise<WithId<DealRegistration>>;
  /**
   * Mark an approved deal as lost
   * Ends the protection. Repeating the call has no effect.
   */
  lose(dealRegistrationId: string, body?: DealRegistrationNote, options?: ChangeOptions): Promise<WithId<DealRegistration>>;
  /**
   * Mark an approved deal as won
   * An entitlement of the customer for one of the products wins the deal automatically; this operation is for other sales. Repeating the call has no effect.
   */
  win(dealRegistrationId: string, body?: WinDealRegistrationParams, options?: ChangeOptions): Promise<WithId<DealRegistration>>;
  /**
   * Approve a deal registration
   * Protects the customer for the registration’s products, for the days of its channel partner’s tier. A customer and product are protected by one registration only; with `overrideReason`, the other registration loses these products, and becomes EXPIRED without a protected product. The member who submitted a registration may not approve it, unless no other member may. Approving again has no effect.
   */
  approve(dealRegistrationId: string, body?: ApproveDealRegistrationParams, options?: ChangeOptions): Promise<WithId<DealRegistration>>;
  /**
   * Request an action before the decision on a deal registration
   * `message` describes the action. Requesting again has no effect.
   */
  requestAction(dealRegistrationId: string, body: DealRegistrationNote, options?: ChangeOptions): Promise<WithId<DealRegistration>>;
  /**
   * Reject a deal registration
   * `message` is the reason. Rejecting again has no effect.
   */
  reject(dealRegistrationId: string, body: DealRegistrationNote, options?: ChangeOptions): Promise<WithId<DealRegistration>>;
};

export type EntitlementsMethods = {
  /**
   * List entitlements
   * In order of creation time and id, unless sort names a field. Deleted entitlements are listed only if the filter names their status.
   */
  list(query?: ListQuery & {
    /** Only entitlements under this offer */
    offerId?: string | undefined;
    /** Only entitlements to this product */
    productId?: string | undefined;
    /** Only entitlements of this buyer, including entitlements that list the buyer in metaInfo.buyerIds */
    buyerId?: string | undefined;
    /** Only entitlements of this account on marketplace A */
    buyerAccountId?: string | undefined;
    /** Only entitlements under offers that name this contact */
    contactId?: string | undefined;
    /** A marketplace, CRM, billing, metering or payment system; any letter case is accepted. */
    partner?: Partner | undefined;
    /** Only entitlements in one of these states */
    status?: EntitlementStatus | readonly EntitlementStatus[] | undefined;
    /** Only the entitlement whose current or earlier agreement has this id at the marketplace */
    externalId?: string | undefined;
    /** Only entitlements linked to this account in CRM A */
    crmAAccountId?: string | undefined;
    /** Only entitlements linked to this opportunity in CRM A */
    crmAOpportunityId?: string | undefined;
    /** Only entitlements linked to this quote in CRM A */
    crmAQuoteId?: string | undefined;
    /** Only entitlements linked to this deal in CRM B */
    crmBDealId?: string | undefined;
    /** Only entitlements linked to this opportunity of CRM C */
    crmCOpportunityId?: string | undefined;
    /** Only rows that contain this text; it has no wildcards. Text in the name (ignoring case), or start of the id or externalID. */
    search?: string | undefined;
    /** Only rows that were created at this time or later */
    from?: string | undefined;
    /** Only rows that were created before this time */
    to?: string | undefined;
    /** Fields to return of each row, besides its id */
    fields?: 'id' | 'organizationID' | 'name' | 'type' | 'partner' | 'partnerID' | 'service' | 'offerID' | 'productID' | 'buyerID' | 'entitlementTermID' | 'externalID' | 'externalBuyerID' | 'externalProductID' | 'externalStatus' | 'status' | 'info' | 'metaInfo' | 'startTime' | 'endTime' | 'creationTime' | 'lastUpdateTime' | readonly ('id' | 'organizationID' | 'name' | 'type' | 'partner' | 'partnerID' | 'service' | 'offerID' | 'productID' | 'buyerID' | 'entitlementTermID' | 'externalID' | 'externalBuyerID' | 'externalProductID' | 'externalStatus' | 'status' | 'info' | 'metaInfo' | 'startTime' | 'endTime' | 'creationTime' | 'lastUpdateTime')[] | undefined;
    /** Field that determines the order of the rows. Rows with equal values are ordered by creation time and id; rows without a value are last, also with order=desc. */
    sort?: 'creationTime' | 'name' | 'status' | 'startTime' | 'endTime' | undefined;
  }, options?: CallOptions): List<WithId<WorkloadEntitlement>[], WithId<WorkloadEntitlement>>;
  /**
   * Create the entitlement of a direct sale
   * For offers without a marketplace. Status: ACTIVE if it starts now or in the past, PENDING_START until a start in the future, CANCELLED if its end has passed. The offer becomes ACCEPTED; a public offer stays on sale. If `requireApproval` is set in privateOfferConfigInfo, callers without `offers:approve` can sell approved offers only, to their buyer and with their end.
   */
  create(body: CreateEntitlementParams, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * List the entitlements of a partner
   * In order of creation time and id, without deleted entitlements.
   */
  listByPartner(partner: string, query?: ListQuery, options?: CallOptions): List<WithId<WorkloadEntitlement>[], WithId<WorkloadEntitlement>>;
  /**
   * Get an entitlement
   * Get an entitlement.
   */
  get(entitlementId: string, options?: CallOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * List the terms of an entitlement
   * In order of creation time and id.
   */
  listTerms(entitlementId: string, query?: ListQuery, options?: CallOptions): List<WithId<WorkloadEntitlementTerm>[], WithId<WorkloadEntitlementTerm>>;
  /**
   * Get an entitlement term
   * Get an entitlement term.
   */
  getTerm(entitlementId: string, entitlementTermId: string, options?: CallOptions): Promise<WithId<WorkloadEntitlementTerm>>;
  /**
   * Delete a part of a divided commit
   * Only a sub term without usage can be deleted. After the last sub term is deleted, the commit is undivided again.
   */
  deleteTerm(entitlementId: string, entitlementTermId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Apply an addon to an entitlement
   * The entitlement must be ACTIVE. Each call adds one addon. If its id is that of an addon template, absent name, description and amount come from the template. An invoice charges the addon of a direct sale. At a marketplace it is charged as usage of the metered dimension whose key equals the id: amount divided by the unit price, or one unit without an amount, on `chargeOn`. If the addon cannot be charged, `metaInfo.warningMessages` has a warning. With `..` in place of the entitlement, a client that normalizes paths creates a template: `…/applyAddon` is safe.
   */
  applyAddon(entitlementId: string, body: BillingAddonRecord, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * Approve an entitlement
   * On marketplaces that wait for the seller (B and C). The entitlement is ACTIVE once the marketplace has reported it. An entitlement that is already ACTIVE is returned unchanged.
   */
  approve(entitlementId: string, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * Reject an entitlement that waits for approval
   * On marketplaces that wait for the seller and allow a rejection. The entitlement is CANCELLED once the marketplace has reported the rejection. An approval that is sent later has no effect.
   */
  reject(entitlementId: string, body?: RejectEntitlementParams, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * Cancel an entitlement
   * A direct sale ends immediately. Marketplace B ends the subscription; marketplace A requests the buyer’s consent. The entitlement is PENDING_CANCEL until the marketplace reports the outcome, and `info.cancellationRequest` contains the request; a buyer who does not respond within seven days consents. On other marketplaces, only the buyer can cancel. The term keeps the amount committed for its UTC days so far. Marketplaces A to D refund payments for the other days if the seller requests it, B automatically and in full within 72 hours of the purchase; E and F do not refund.
   */
  cancel(entitlementId: string, body?: CancelEntitlementParams, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * Withdraw a scheduled cancellation
   * Has no effect without a scheduled cancellation.
   */
  unscheduleCancellation(entitlementId: string, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * Read an entitlement again at its marketplace
   * A job applies the marketplace’s values shortly afterwards; the seller’s changes are kept.
   */
  sync(entitlementId: string, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * Withdraw a cancellation request that awaits the buyer
   * On marketplace A. The entitlement is ACTIVE once the marketplace has reported that the request is CANCELLED (`info.cancellationRequest`). If the buyer has consented in the meantime, the entitlement has ended. `unscheduleEntitlementCancellation` withdraws a scheduled cancellation.
   */
  withdrawCancellation(entitlementId: string, body?: WithdrawCancellationParams, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * List the changes that the buyer requested
   * On marketplaces whose buyers request another plan or quantity (B and C). In order of creation time and id. The setting `buyerRequests` of `organizationConfigInfo` answers requests automatically, or leaves them to the members.
   */
  listRequests(entitlementId: string, query?: ListQuery, options?: CallOptions): List<WithId<EntitlementRequest>[], WithId<EntitlementRequest>>;
  /**
   * Accept a change that the buyer requested
   * The request is ACCEPTED once the marketplace has taken the answer; the entitlement changes once the marketplace has reported the change. If the marketplace refuses the answer, the request is PENDING again, with the reason in `prettifiedErrorMessages`. A request that is already accepted is returned unchanged.
   */
  acceptRequest(entitlementId: string, entitlementRequestId: string, body?: AnswerRequestParams, options?: ChangeOptions): Promise<WithId<EntitlementRequest>>;
  /**
   * Reject a change that the buyer requested
   * The entitlement keeps its plan and quantity. The request is REJECTED once the marketplace has taken the answer. If the marketplace refuses the answer, the request is PENDING again, with the reason in `prettifiedErrorMessages`. A request that is already rejected is returned unchanged.
   */
  rejectRequest(entitlementId: string, entitlementRequestId: string, body?: AnswerRequestParams, options?: ChangeOptions): Promise<WithId<EntitlementRequest>>;
  /**
   * Schedule the cancellation of an entitlement
   * Replaces an earlier schedule, and has the effect of a cancellation at the scheduled time. A direct sale ends on the scheduled date: later usage is rejected, and charges of that date or later are not due.
   */
  scheduleCancellation(entitlementId: string, body: CancellationSchedule, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * Change the number of seats
   * On marketplace B. The new number applies, with a new term, once the marketplace has reported it.
   */
  updateSeat(entitlementId: string, query: {
    /** New number of seats */
    newSeat: number;
  }, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * Refund part of a marketplace invoice
   * On marketplace A, which refunds the amount without the buyer’s consent. `info.refunds` contains the outcome of the request; the entitlement’s revenue includes the refund once the marketplace reports it. Direct sales are refunded by `createRefund`.
   */
  refund(entitlementId: string, body: RefundEntitlementParams, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * Rename an entitlement
   * Rename an entitlement.
   */
  updateName(entitlementId: string, body: Patch<UpdateEntitlementNameParams>, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * Change links, notes and data of an entitlement
   * Absent fields are unchanged. Maps merge by key, and a null removes its key; arrays are replaced. The service’s own fields and the fields of offers and products are ignored. The list of applied credit cannot be changed.
   */
  updateMetaInfo(entitlementId: string, body: Patch<WorkloadMetaInfo>, options?: ChangeOptions): Promise<WorkloadMetaInfo>;
  /**
   * Change the prices of a direct sale
   * Begins a term of type QuantityChange if only quantities of commits change, else PlanChange. With an applyTime in the future, the change applies at that time if the entitlement is ACTIVE.
   */
  updatePriceModel(entitlementId: string, body: Patch<UpdateEntitlementPriceModelParams>, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * Set how an entitlement is billed
   * These settings override the settings of the offer and are returned in info. A null restores the offer’s value; absent fields are unchanged.
   */
  updateBilling(entitlementId: string, body: Patch<UpdateEntitlementBillingParams>, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * Add credit to a term
   * Adds credit to the current term, or to the term in the body. Each call adds credit.
   */
  addCredit(entitlementId: string, body: AddEntitlementCreditParams, options?: ChangeOptions): Promise<AddEntitlementCreditResponse>;
  /**
   * Divide the commit of the current term
   * Creates a sub term for each start date, with equal amounts; the last sub term has the remainder. A commitAmount above 0 is divided as commit; otherwise the commit that usage has not consumed is divided as credit.
   */
  divideCommit(entitlementId: string, body: DivideEntitlementCommitParams, options?: ChangeOptions): Promise<string>;
  /**
   * Revoke the links to an entitlement’s page
   * Revokes every link issued so far (`info.spaUrl`), immediately in all processes. Each call revokes the links issued since the last call.
   */
  revokeLinks(entitlementId: string, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * Record a sign-up for an entitlement
   * For sellers whose users sign up on the seller’s own pages. Each call records one sign-up; an entitlement without a sign-up is in the daily report of entitlements without a sign-up. Members are notified by NEW_CLIENT_SIGNUP.NOTIFICATION_MESSAGE.
   */
  connectSignup(entitlementId: string, body: SignupConnectionCreation, options?: ChangeOptions): Promise<WithId<SignupConnection>>;
  /**
   * List the actions on an entitlement
   * Each action has the required permission and, if it is not possible, the reason that the operation would return: a missing permission or the state of the record. Parameters, bodies and quotas are checked only when the operation is called.
   */
  listActions(entitlementId: string, options?: CallOptions): Promise<Action[]>;
  /**
   * List the attributions of an entitlement
   * Each is copied from the offer when it is accepted. Attributions of earlier offers have an `endDate`.
   */
  listAttributions(entitlementId: string, query?: ListQuery, options?: CallOptions): List<WithId<EntitlementAttribution>[], WithId<EntitlementAttribution>>;
  /**
   * List the usage record groups of an entitlement
   * Sorted by time of receipt; the days limit the time of receipt. A page may end before its limit if its record groups are large: `nextOffset`, or the cursor in `Link`, leads to the next page.
   */
  listUsageRecordGroups(entitlementId: string, query?: ListQuery & {
    /** First day, in UTC; defaults to 30 days before the last day */
    startDate?: string | undefined;
    /** Last day, in UTC; defaults to today */
    endDate?: string | undefined;
  }, options?: CallOptions): List<ListUsageRecordGroupsResponse, WithId<MeteringUsageRecordGroup>>;
  /**
   * List the usage ledger of a term
   * Sorted by creation time and id. For each dimension of an entitlement, USAGE plus LIST_PRICE equals the sum of INCLUDED, CREDIT, COMMIT, CARRY, REPORTED, WRITTEN_OFF and units waiting to be reported, less RETURNED. The amounts of the term are the sums of CREDIT, COMMIT and REPORTED.
   */
  listUsageLedger(entitlementId: string, entitlementTermId: string, query?: ListQuery, options?: CallOptions): List<WithId<UsageLedgerEntry>[], WithId<UsageLedgerEntry>>;
};

export type EventsMethods = {
  /**
   * Follow events
   * Returns every event in the order of the organization’s trail, moments after it was recorded, in the format of webhooks. Call again with the position from the last response. Without `after`, only the current position is returned. With `wait`, the call returns as soon as an event exists, or without events after that time. No event is skipped, because positions are assigned after the change is committed.
   */
  read(query?: {
    /** Only events after this position */
    after?: number | undefined;
    /** Seconds to wait if no event follows the position yet */
    wait?: number | undefined;
  }, options?: CallOptions): Promise<EventFeed>;
};

export type FilesMethods = {
  /**
   * Upload a file
   * Requires a form (multipart/form-data) with one file: PDF, DOCX, plain text or HTML, detected from its content. When the response is sent, the file is stored durably. Offers can reference the file as a license agreement by its id or link.
   */
  upload(body: FileUpload, options?: ChangeOptions): Promise<WithId<StoredFile>>;
  /**
   * List files
   * The list is ordered by creation time and id. Links and deleted files are omitted.
   */
  list(query?: ListQuery & {
    /** Only files with this purpose */
    purpose?: FilePurpose | 'MERGED_EULA' | undefined;
  }, options?: CallOptions): List<WithId<StoredFile>[], WithId<StoredFile>>;
  /**
   * Get a file with a link to its content
   * Get a file with a link to its content.
   */
  get(fileId: string, options?: CallOptions): Promise<WithId<StoredFile>>;
  /**
   * Delete a file
   * The links of the file are revoked immediately, and its content is removed. Documents that the service merged for an offer, and signed documents of an agreement with a channel partner, cannot be deleted.
   */
  delete(fileId: string, options?: ChangeOptions): Promise<string>;
};

export type FundingApplicationFieldMappingConfigInfoMethods = {
  /**
   * Get how funding applications are filled
   * One entry for each marketplace, CRM, programme and kind of funding.
   */
  get(options?: CallOptions): Promise<FundingApplicationFieldMappingConfigInfo[]>;
  /**
   * Change how funding applications are filled
   * One entry for each marketplace, CRM, programme and kind of funding. The entries in the body replace the stored entries. Fields that the service sets are ignored.
   */
  update(body: Patch<FundingApplicationFieldMappingConfigInfo[]>, options?: ChangeOptions): Promise<FundingApplicationFieldMappingConfigInfo[]>;
};

export type IntegrationsMethods = {
  /**
   * List the integrations of the organization
   * List the integrations of the organization.
   */
  list(query?: ListQuery, options?: CallOptions): List<WithId<IdentityIntegration>[], WithId<IdentityIntegration>>;
  /**
   * Connect the organization to a service of a partner
   * Each service of a partner can have one integration. Secrets are encrypted and never returned.
   */
  create(body: IdentityIntegration, options?: ChangeOptions): Promise<WithId<IdentityIntegration>>;
  /**
   * Get an integration
   * Get an integration.
   */
  get(partner: string, service: string, options?: CallOptions): Promise<WithId<IdentityIntegration>>;
  /**
   * Change the settings or credentials of an integration
   * Absent fields keep their value, maps merge by key and a null removes its key. A masked secret that is sent back keeps the stored secret. Changed settings must be verified again.
   */
  update(partner: string, service: string, body: Patch<IdentityIntegration>, options?: ChangeOptions): Promise<WithId<IdentityIntegration>>;
  /**
   * Delete an integration with its credentials
   * Delete an integration with its credentials.
   */
  delete(partner: string, service: string, options?: ChangeOptions): Promise<string>;
  /**
   * Verify the credentials at the partner
   * Also sets `status` to VERIFIED or NOT_VERIFIED. In TEST the sandbox accepts any credentials.
   */
  verify(partner: string, service: string, options?: ChangeOptions): Promise<boolean>;
  /**
   * Get the result of the last verification of an integration
   * Returns the checks at the partner and the health of each kind of call. Once verified, an integration is verified again each hour.
   */
  getVerification(partner: string, service: string, options?: CallOptions): Promise<WithId<IntegrationVerification>>;
  /**
   * Get the setup instructions for a partner
   * Returns the values to enter at the partner and the steps, even before the integration exists. The service generates the external id for this organization. The external id never changes.
   */
  getSetup(partner: string, service: string, options?: CallOptions): Promise<IntegrationSetup>;
  /**
   * Import the organization’s records from a marketplace
   * Imports products, offers made in the marketplace’s portal, and agreements with their buyers and terms. The first verification of the integration starts it automatically; a cancelled import continues. One event covers all imported records: UPDATE.INTEGRATION with info.change IMPORT. Only integrations of service MARKETPLACE have an import.
   */
  importFromMarketplace(partner: string, service: string, options?: ChangeOptions): Promise<MarketplaceImportReceipt>;
};

export type InvoiceIssuerMethods = {
  /**
   * Get the issuer of invoices
   * Issued invoices keep the issuer that they were issued with.
   */
  get(options?: CallOptions): Promise<InvoiceIssuer>;
  /**
   * Change the issuer of invoices
   * Issued invoices keep the issuer that they were issued with. Absent fields keep their value. Maps merge by key and a null removes its key; arrays are replaced. Fields that the service sets are ignored.
   */
  update(body: Patch<InvoiceIssuer>, options?: ChangeOptions): Promise<InvoiceIssuer>;
};

export type InvoicesMethods = {
  /**
   * List invoices
   * Sorted by creation time and id, unless sort names a field. DELETED invoices, which are drafts without fees, are listed only if requested by status.
   */
  list(query?: ListQuery & {
    /** Field that determines the order of the rows. Rows with equal values are ordered by creation time and id; rows without a value are last, also with order=desc. */
    sort?: 'creationTime' | 'status' | 'issueDate' | 'dueDate' | 'dueAmount' | undefined;
    /** Only invoices of this entitlement */
    entitlementId?: string | undefined;
    /** Only invoices of this buyer */
    buyerId?: string | undefined;
    /** Only invoices with this status */
    status?: 'DRAFT' | 'FINALIZED' | 'CANCELED' | 'DELETED' | '' | undefined;
  }, options?: CallOptions): List<WithId<BillingInvoice>[], WithId<BillingInvoice>>;
  /**
   * Get an invoice
   * A deleted draft is returned with the status DELETED.
   */
  get(invoiceId: string, options?: CallOptions): Promise<WithId<BillingInvoice>>;
  /**
   * Change a draft invoice
   * Changes due date, overall discount or memo. Other fields, and issued invoices, cannot be changed. Absent fields stay as they are.
   */
  updateInfo(invoiceId: string, body: Patch<UpdateInvoiceInfoRequest>, options?: ChangeOptions): Promise<BillingInvoiceInfo>;
  /**
   * Issue an invoice
   * Issues a draft before its automatic issue. It is due the same day, and issuing cannot be undone. An issued invoice is returned unchanged. Mailed to the contacts in the body, or by default to all of the buyer’s contacts or the buyer’s own address.
   */
  issue(invoiceId: string, body?: Patch<string[]>, options?: ChangeOptions): Promise<WithId<BillingInvoice>>;
  /**
   * Void an invoice
   * Voids an invoice without payments. Its fees are drafted again on a new invoice. A voided invoice is returned unchanged.
   */
  void(invoiceId: string, options?: ChangeOptions): Promise<WithId<BillingInvoice>>;
  /**
   * Pay an invoice
   * Invoices are paid automatically: with the buyer’s credit at issue, and from the default wallet on the due date. This operation pays immediately, even after a failed charge. Until the payment provider reports the outcome, the payment is PROCESSING, and further calls have no effect.
   */
  pay(invoiceId: string, options?: ChangeOptions): Promise<WithId<BillingInvoice>>;
  /**
   * Record a bank transfer
   * Records a payment for all or part of the open amount of an issued invoice. The invoice is paid once its open amount is zero. Use `revertInvoicePayment` for a payment recorded by mistake, and `createRefund` for money returned to the buyer.
   */
  recordPayment(invoiceId: string, body?: BankPaymentParams, options?: ChangeOptions): Promise<WithId<BillingPaymentTransaction>>;
  /**
   * Revert a recorded payment
   * The amount is open again. The payment stays in the list as FAILED, with the time of the reversal.
   */
  revertPayment(invoiceId: string, paymentTransactionId: string, options?: ChangeOptions): Promise<WithId<BillingPaymentTransaction>>;
  /**
   * Preview the mail of an invoice
   * HTML of the mail that contacts receive when the invoice is issued, with the invoice’s current content.
   */
  previewEmail(invoiceId: string, options?: CallOptions): Promise<string>;
  /**
   * Resend an issued invoice
   * Sends a separate mail to each contact in the body. Without a body, mails go to all contacts of the buyer, or to the buyer’s own address if the buyer has no contacts.
   */
  notifyContacts(invoiceId: string, body?: string[], options?: ChangeOptions): Promise<WithId<BillingInvoice>>;
};

export type KnowledgeMethods = {
  /**
   * Search the documentation and the records that the caller may read
   * Searches the documentation of this service, articles, the texts of files, products, offers, entitlements, buyers and support tickets. Changes are found after about two seconds, and only by callers that may read the record. Matches in names come first.
   */
  search(query?: {
    /** Words in any inflection; "words in this order"; `or`; `-word` to exclude a word. At most 500 characters and 32 words. A query without a wanted word has no results. */
    q?: string | undefined;
    /** Only results of this type */
    type?: KnowledgePassageType | undefined;
    /** Maximum number of results; a page has at most 100 */
    limit?: number | undefined;
    /** Number of results to skip */
    offset?: number | undefined;
  }, options?: CallOptions): List<KnowledgeSearchResponse, WithId<KnowledgeSearchResult>>;
  /**
   * List articles
   * Lists articles in order of creation time and id, without their texts.
   */
  listArticles(query?: ListQuery, options?: CallOptions): List<WithId<KnowledgeArticle>[], WithId<KnowledgeArticle>>;
  /**
   * Create an article
   * Creates an article in Markdown, which every member may read and search. `title` is required; the text has at most 100,000 characters.
   */
  createArticle(body: KnowledgeArticle, options?: ChangeOptions): Promise<WithId<KnowledgeArticle>>;
  /**
   * Get an article
   * Get an article.
   */
  getArticle(articleId: string, options?: CallOptions): Promise<WithId<KnowledgeArticle>>;
  /**
   * Change an article
   * Change an article.
   */
  updateArticle(articleId: string, body: Patch<UpdateKnowledgeArticleParams>, options?: ChangeOptions): Promise<WithId<KnowledgeArticle>>;
  /**
   * Delete an article
   * Delete an article.
   */
  deleteArticle(articleId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Answer a question from the records that the caller may read
   * Searches with the caller’s permissions, and has a language model answer from the results: the language model of the organization’s integration with service CHATBOT, or else the operator’s language model, whose use is charged. Every answer cites its sources; without a source there is no answer. A repeat with the same `Idempotency-Key` returns the same answer and is not charged.
   */
  answerQuestion(body: KnowledgeQuestion, options?: ChangeOptions): Promise<KnowledgeAnswer>;
};

export type MarketplacesMethods = {
  /**
   * Receive a marketplace notification
   * Called by marketplaces. Marketplaces authenticate by their own signatures. 401: the notification is not genuine. 503: the signature could not be verified; send the notification again.
   */
  receiveNotification(partner: string, orgId: string, body?: string, options?: ChangeOptions): Promise<{
    received: boolean;
  }>;
  /**
   * Receive a marketplace notification in the query
   * Called by marketplaces that send notifications by GET. Marketplaces authenticate by their own signatures. 401: the notification is not genuine. 503: the signature could not be verified; send the notification again.
   */
  receiveNotificationByQuery(partner: string, orgId: string, options?: CallOptions): Promise<{
    received: boolean;
  }>;
};

export type MembersMethods = {
  /**
   * List members and invitations
   * In order of creation time and id.
   */
  list(query?: ListQuery & {
    /** Only members in one of these states */
    status?: MemberStatus | readonly MemberStatus[] | undefined;
    /** Only members with this role */
    role?: string | undefined;
    /** Only the member with this address */
    email?: string | undefined;
    /** Only rows that contain this text; it has no wildcards. Part of the name or e-mail address, in any letter case, or the start of the id. */
    search?: string | undefined;
    /** Only rows that were created at this time or later */
    from?: string | undefined;
    /** Only rows that were created before this time */
    to?: string | undefined;
    /** Fields to return of each row, besides its id */
    fields?: 'id' | 'userID' | 'organizationID' | 'name' | 'email' | 'role' | 'channelPartnerId' | 'status' | 'joinOrganizationTime' | 'invitedBy' | 'invitationExpireTime' | 'creationTime' | 'lastUpdateTime' | readonly ('id' | 'userID' | 'organizationID' | 'name' | 'email' | 'role' | 'channelPartnerId' | 'status' | 'joinOrganizationTime' | 'invitedBy' | 'invitationExpireTime' | 'creationTime' | 'lastUpdateTime')[] | undefined;
  }, options?: CallOptions): List<WithId<OrganizationMember>[], WithId<OrganizationMember>>;
  /**
   * Invite a person by e-mail
   * The mail contains a token that can be used once, within 7 days. Inviting the same address again renews the invitation. The role must not exceed the permissions of the caller. With `channelPartnerId` the person belongs to a channel partner and can use only the partner portal.
   */
  invite(body: InviteMemberParams, options?: ChangeOptions): Promise<WithId<OrganizationMember>>;
  /**
   * Get a member or an invitation
   * Get a member or an invitation.
   */
  get(userId: string, options?: CallOptions): Promise<WithId<OrganizationMember>>;
  /**
   * Change the role of a member or of an invitation
   * Applies from the member’s next request. The last ADMIN keeps that role. `channelPartnerId` binds a member to a channel partner, so that the member can use only the partner portal; null removes the binding.
   */
  update(userId: string, body: Patch<UpdateMemberParams>, options?: ChangeOptions): Promise<WithId<OrganizationMember>>;
  /**
   * Remove a member, or withdraw an invitation
   * Applies from the member’s next request. The last ADMIN cannot be removed.
   */
  remove(userId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Get the mail settings of the calling member
   * Get the mail settings of the calling member.
   */
  getMyMailSettings(options?: CallOptions): Promise<MemberMailSettings>;
  /**
   * Change the mail settings of the calling member
   * Every member may change its own settings. Setting `digest` to NONE sends the gathered notifications immediately.
   */
  updateMyMailSettings(body: Patch<MemberMailSettingsPatch>, options?: ChangeOptions): Promise<MemberMailSettings>;
  /**
   * List the saved views of the calling member
   * Lists the views in order of creation time and id. API clients are not members.
   */
  listMySavedViews(query?: ListQuery & {
    /** The list: the path of its page in the console without the organization, such as `usage/reports`. */
    list?: string | undefined;
  }, options?: CallOptions): List<WithId<SavedView>[], WithId<SavedView>>;
  /**
   * Save a view of a list for the calling member
   * Every member may save views, which only this member can read. A list has at most 50 views of a member.
   */
  createMySavedView(body: CreateSavedViewParams, options?: ChangeOptions): Promise<WithId<SavedView>>;
  /**
   * Get a saved view of the calling member
   * Get a saved view of the calling member.
   */
  getMySavedView(savedViewId: string, options?: CallOptions): Promise<WithId<SavedView>>;
  /**
   * Rename a saved view of the calling member, or replace its query
   * Rename a saved view of the calling member, or replace its query.
   */
  updateMySavedView(savedViewId: string, body: Patch<UpdateSavedViewParams>, options?: ChangeOptions): Promise<WithId<SavedView>>;
  /**
   * Delete a saved view of the calling member
   * Delete a saved view of the calling member.
   */
  deleteMySavedView(savedViewId: string, options?: ChangeOptions): Promise<string>;
};

export type NotificationConfigInfoMethods = {
  /**
   * Get the notification configuration
   * Get the notification configuration.
   */
  get(options?: CallOptions): Promise<NotificationConfigInfo>;
  /**
   * Change the notification configuration
   * Absent fields keep their value. Maps merge by key and a null removes its key; arrays are replaced. Fields that the service sets are ignored.
   */
  update(body: Patch<NotificationConfigInfo>, options?: ChangeOptions): Promise<NotificationConfigInfo>;
};

export type NotificationEventsMethods = {
  /**
   * List notification events
   * Lists events, newest first: one entry for each business fact, available moments after it was recorded. Without parameters, events of priority HIGH or CRITICAL in the last 30 days.
   */
  list(query?: {
    /** First day, in UTC; defaults to 30 days before the last day */
    startDate?: string | undefined;
    /** Last day, in UTC; defaults to today */
    endDate?: string | undefined;
    /** Maximum number of rows */
    limit?: number | undefined;
    /** Number of rows to skip */
    offset?: number | undefined;
    /** Comma-separated list of LOW, MEDIUM, HIGH, CRITICAL */
    priorities?: string | undefined;
    /** Text that the message contains, ignoring case */
    message?: string | undefined;
  }, options?: CallOptions): List<ListNotificationEventsResponse, NotificationEvent>;
  /**
   * List the notification events of a record
   * Lists the events of one record with any priority, newest first.
   */
  listByEntity(entityType: string, entityId: string, query?: {
    /** Maximum number of rows */
    limit?: number | undefined;
    /** Number of rows to skip */
    offset?: number | undefined;
  }, options?: CallOptions): List<ListNotificationEventsResponse, NotificationEvent>;
};

export type NotificationMessagesMethods = {
  /**
   * List notification messages
   * Lists the messages sent about events, with their recipients, newest first.
   */
  list(query?: {
    /** Maximum number of rows */
    limit?: number | undefined;
    /** Number of rows to skip */
    offset?: number | undefined;
    /** Text that the subject or content contains, ignoring case */
    keyword?: string | undefined;
  }, options?: CallOptions): List<ListNotificationMessagesResponse, WithId<NotificationMessage>>;
  /**
   * Get a notification message
   * Get a notification message.
   */
  get(notificationMessageId: string, options?: CallOptions): Promise<WithId<NotificationMessage>>;
};

export type NotificationTemplateMethods = {
  /**
   * Preview the mail of a notification scope
   * Renders the mail about an example record, with the templates in the body, otherwise the scope’s configured templates, otherwise the default templates. The mail is only returned.
   */
  preview(body?: NotificationTemplateParams, options?: ChangeOptions): Promise<NotificationMessageInfo>;
  /**
   * Send a test mail of a notification scope
   * Sends the rendered mail to the caller or to the given addresses of members.
   */
  sendTestNotification(body?: NotificationTemplateParams, options?: ChangeOptions): Promise<WithId<NotificationMessage>[]>;
};

export type OfferFillerConfigInfosMethods = {
  /**
   * Get how offers were filled (deprecated)
   * No longer used; stored values can be read.
   * @deprecated
   */
  get(options?: CallOptions): Promise<OfferFillerConfigInfo[]>;
};

export type OfferFillerCrmPartnerConfigInfosMethods = {
  /**
   * Get how offers were filled by CRM (deprecated)
   * No longer used; stored values can be read.
   * @deprecated
   */
  get(options?: CallOptions): Promise<Record<string, unknown>>;
};

export type OfferSetsMethods = {
  /**
   * List offer sets
   * Oldest first. Deleted sets are included only when the filter uses the column status.
   */
  list(query?: {
    /** Maximum number of rows on a page */
    page_size?: number | undefined;
    /** Page number, starting at 1 */
    page_number?: number | undefined;
    /** Filter in prefix form, with the operators = != < <= > >= in like ilike is-null and or not, such as (or (= column 'value') (is-null column)). Columns: id, name, partner, status, external_id, expire_time, created_by, last_updated_by, creation_time, last_update_time */
    q?: string | undefined;
    /** Sort order: column:asc,column:desc or -column,column. Columns: id, name, partner, status, external_id, expire_time, created_by, last_updated_by, creation_time, last_update_time */
    s?: string | undefined;
  }, options?: CallOptions): List<OfferSetPage, WithId<OfferSet>>;
  /**
   * Create an offer set
   * Creates a draft without offers. Add offers, then publish the set. Only marketplace A has offer sets.
   */
  create(body: OfferSet, options?: ChangeOptions): Promise<WithId<OfferSet>>;
  /**
   * Get an offer set
   * Get an offer set.
   */
  get(offerSetId: string, options?: CallOptions): Promise<WithId<OfferSet>>;
  /**
   * Change an offer set
   * Absent fields stay unchanged; an empty string removes a field. `info` and `expireTime` can be changed in a DRAFT only.
   */
  update(offerSetId: string, body: Patch<OfferSet>, options?: ChangeOptions): Promise<WithId<OfferSet>>;
  /**
   * Delete an offer set
   * The offers of a DRAFT are removed from the set. Otherwise the status must be CANCELLED, EXPIRED or REJECTED.
   */
  delete(offerSetId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Add an offer to an offer set
   * The set must be a DRAFT. The offer must be a private offer on marketplace A, in DRAFT or CREATE_FAILED, for the same buyer as the other offers. Adding an offer that is in the set has no effect.
   */
  addOffer(offerSetId: string, offerId: string, options?: ChangeOptions): Promise<WithId<OfferSet>>;
  /**
   * Remove an offer from an offer set
   * The set must be a DRAFT. The offer is not deleted. Removing an offer that is not in the set has no effect. Clients that normalize paths delete the offer if the id of the set is `..`; `DELETE …/offerSet/{offerSetId}/offer`, which has the offer as a parameter, is safe.
   */
  removeOffer(offerSetId: string, offerId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Remove an offer from an offer set, by parameter
   * The set must be a DRAFT. The offer is not deleted. Removing an offer that is not in the set has no effect.
   */
  takeOffer(offerSetId: string, query: {
    /** The offer */
    offerId: string;
  }, options?: ChangeOptions): Promise<string>;
  /**
   * Publish an offer set
   * Jobs create the offers at the marketplace: the response is PENDING_CREATE. The set becomes PENDING_ACCEPTANCE when all offers are PENDING_ACCEPTANCE, and CREATE_FAILED when the creation of an offer fails. Publishing again retries the failed offers.
   */
  publish(offerSetId: string, options?: ChangeOptions): Promise<WithId<OfferSet>>;
  /**
   * Cancel an offer set
   * Cancels the open offers of the set: the response is PENDING_CANCEL, or CANCELLED if no offer is open. If the buyer accepts all offers first, the set becomes ACCEPTED.
   */
  cancel(offerSetId: string, options?: ChangeOptions): Promise<WithId<OfferSet>>;
};

export type OffersMethods = {
  /**
   * Unlink a contact from an offer, by parameter
   * Unlinking a contact that is not linked has no effect.
   */
  unlinkContact(offerId: string, query: {
    /** The contact */
    contactId: string;
  }, options?: ChangeOptions): Promise<string>;
  /**
   * Create a private offer
   * A job creates the offer at the marketplace: the response is PENDING_CREATE. A direct sale is immediately PENDING_ACCEPTANCE. The same body from the same caller within 60 seconds returns the first response without a second offer. With the id of a draft, that draft is submitted and keeps its id; fields of the body override fields of the draft. The response is 409 if another body or another caller submitted the draft within the last 60 seconds. Any other id is ignored. If the organization requires approval, only an Approved draft can be submitted, without changes of its terms.
   */
  create(body: WorkloadOffer, options?: ChangeOptions): Promise<WithId<WorkloadOffer>>;
  /**
   * List offers
   * Ordered by creation time and id, unless sort names a field. Deleted offers are included only when filtered by that status.
   */
  list(query?: ListQuery & {
    /** Only offers in one of these states */
    status?: OfferStatus | readonly OfferStatus[] | undefined;
    /** A marketplace, CRM, billing, metering or payment system; any letter case is accepted. */
    partner?: Partner | undefined;
    /** Only offers of this type */
    offerType?: string | undefined;
    /** Only offers of this product */
    productId?: string | undefined;
    /** Only offers to this buyer: its buyerID, or one of metaInfo.buyerIds */
    buyerId?: string | undefined;
    /** Only offers linked to this contact */
    contactId?: string | undefined;
    /** Only offers linked to this deal of CRM B */
    crmBDealId?: string | undefined;
    /** Only offers linked to this opportunity of CRM A */
    crmAOpportunityId?: string | undefined;
    /** Only offers linked to this account of CRM A */
    crmAAccountId?: string | undefined;
    /** Only offers linked to this quote of CRM A */
    crmAQuoteId?: string | undefined;
    /** Only offers linked to this opportunity of CRM C */
    crmCOpportunityId?: string | undefined;
    /** Only offers with this approval status; Submitted lists offers that wait for approval */
    approvalStatus?: 'Submitted' | 'Approved' | 'Declined' | 'Action Required' | undefined;
    /** Only rows that contain this text; it has no wildcards. Matches part of the name, ignoring case, or the beginning of the id or externalID. */
    search?: string | undefined;
    /** Only rows that were created at this time or later */
    from?: string | undefined;
    /** Only rows that were created before this time */
    to?: string | undefined;
    /** Fields to return of each row, besides its id */
    fields?: 'id' | 'organizationID' | 'name' | 'partner' | 'partnerID' | 'service' | 'productID' | 'productType' | 'buyerID' | 'contactIds' | 'offerType' | 'pricingType' | 'channelType' | 'externalID' | 'status' | 'subStatus' | 'info' | 'metaInfo' | 'endTime' | 'expireTime' | 'createdBy' | 'lastUpdatedBy' | 'creationTime' | 'lastUpdateTime' | readonly ('id' | 'organizationID' | 'name' | 'partner' | 'partnerID' | 'service' | 'productID' | 'productType' | 'buyerID' | 'contactIds' | 'offerType' | 'pricingType' | 'channelType' | 'externalID' | 'status' | 'subStatus' | 'info' | 'metaInfo' | 'endTime' | 'expireTime' | 'createdBy' | 'lastUpdatedBy' | 'creationTime' | 'lastUpdateTime')[] | undefined;
    /** Field that determines the order of the rows. Rows with equal values are ordered by creation time and id; rows without a value are last, also with order=desc. */
    sort?: 'creationTime' | 'name' | 'status' | 'expireTime' | undefined;
  }, options?: CallOptions): List<WithId<WorkloadOffer>[], WithId<WorkloadOffer>>;
  /**
   * Describe the form of a new offer
   * Returns the fields of a new offer of a type at a partner, in steps, with labels, kinds and options. To find the field of a validateOffer finding, replace the numbers in its pointer by `*`; if that field does not exist, use the nearest parent. The form omits fields that the service or the marketplace sets, and fields for programs.
   */
  getForm(query?: {
    /** Partner of the offer; the partner of the product by default */
    partner?: Partner | undefined;
    /** Type of the offer */
    offerType?: string | undefined;
    /** Product of the offer; the keys of its list prices are options */
    productId?: string | undefined;
  }, options?: CallOptions): Promise<OfferFormStep[]>;
  /**
   * Get an offer
   * Get an offer.
   */
  get(offerId: string, options?: CallOptions): Promise<WithId<WorkloadOffer>>;
  /**
   * Delete an offer
   * The status must be DRAFT, CREATE_FAILED, EXPIRED or CANCELLED. Lists include deleted offers only when filtered by that status.
   */
  delete(offerId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Change an offer
   * Every field of a DRAFT or CREATE_FAILED offer can change. Of an offer that awaits its buyer, the name, times, contacts and terms can change if the marketplace allows the change: the response is PENDING_UPDATE, and the stored offer changes after the marketplace has applied the change. A direct sale changes immediately.
   */
  update(offerId: string, body: Patch<WorkloadOffer>, options?: ChangeOptions): Promise<WithId<WorkloadOffer>>;
  /**
   * Save a draft of an offer
   * With the id of a draft, the body replaces that draft. Any other id is ignored, and a new draft is created. A draft may be incomplete: it is checked when it is submitted, by createOffer with its id.
   */
  createOrUpdateDraft(body: WorkloadOffer, options?: ChangeOptions): Promise<WithId<WorkloadOffer>>;
  /**
   * Validate an offer without creating it
   * Runs every check of createOffer: the format of the body, the rules of this service, the existence of referenced records, and the known checks of the marketplace. Stores nothing. With the id of a draft, validates the draft merged with the body.
   */
  validate(body: WorkloadOffer, options?: ChangeOptions): Promise<OfferValidation>;
  /**
   * Submit an offer for approval
   * The offer must be private, and a draft or CREATE_FAILED. It is checked as for publication. Offers can be submitted in every organization; with `requireApproval` in privateOfferConfigInfo, only Approved offers can be published. A later change of the terms removes the request or the approval.
   */
  submitForApproval(offerId: string, body?: ApprovalNote, options?: ChangeOptions): Promise<WithId<WorkloadOffer>>;
  /**
   * Approve an offer
   * The approval status must be Submitted; a change of the terms removes the request. The requester cannot decide, unless no other member has the permission.
   */
  approve(offerId: string, body?: ApprovalNote, options?: ChangeOptions): Promise<WithId<WorkloadOffer>>;
  /**
   * Decline an offer
   * The approval status must be Submitted; a change of the terms removes the request. The requester cannot decide, unless no other member has the permission.
   */
  decline(offerId: string, body: ReviewNote, options?: ChangeOptions): Promise<WithId<WorkloadOffer>>;
  /**
   * Return an offer for changes before approval
   * The approval status must be Submitted; a change of the terms removes the request. The requester cannot decide, unless no other member has the permission.
   */
  requestAction(offerId: string, body: ReviewNote, options?: ChangeOptions): Promise<WithId<WorkloadOffer>>;
  /**
   * Copy an offer into a new draft
   * The offer may have any status. The draft has the same terms, without fields of the single sale or of the service, such as the approval, and without past times. With `cancelSourceAfterPublish`, the original is cancelled when the copy reaches PENDING_ACCEPTANCE; `metaInfo.sourceOfferCancelAfterPublishStatus` of the copy has the result. The copy can be submitted, changed and deleted like any draft.
   */
  clone(offerId: string, body?: OfferClone, options?: ChangeOptions): Promise<WithId<WorkloadOffer>>;
  /**
   * Get an offer by its identifier at the marketplace
   * If two marketplaces use the same identifier, returns the offer that was created first.
   */
  getByExternalId(offerExternalId: string, options?: CallOptions): Promise<WithId<WorkloadOffer>>;
  /**
   * Change the meta info of an offer
   * Allowed in every status. The marketplace is not called.
   */
  updateMetaInfo(offerId: string, body: Patch<WorkloadMetaInfo>, options?: ChangeOptions): Promise<WorkloadMetaInfo>;
  /**
   * Retry the creation of an offer
   * If the offer itself caused the failure, change the offer first. The checks of a new offer apply, such as an agreement that has ended. The response is PENDING_CREATE.
   */
  retry(offerId: string, options?: ChangeOptions): Promise<WithId<WorkloadOffer>>;
  /**
   * Cancel an offer
   * At a marketplace, the response is PENDING_CANCEL, and CANCELLED or CANCEL_FAILED follows, or ACCEPTED if the buyer accepts in time. A direct sale or public offer is CANCELLED immediately.
   */
  cancel(offerId: string, options?: ChangeOptions): Promise<WithId<WorkloadOffer>>;
  /**
   * Extend the expiry of an offer
   * An expired offer can be accepted again. At a marketplace, the response is PENDING_UPDATE.
   */
  extendExpiryDate(offerId: string, query: {
    /** First day, in UTC, on which the offer can no longer be accepted */
    newExpiryDate: string;
  }, options?: ChangeOptions): Promise<WithId<WorkloadOffer>>;
  /**
   * Reconcile an offer with its marketplace
   * Returns the stored offer. A job then applies the state at the marketplace and keeps your own fields.
   */
  synchronize(offerId: string, options?: ChangeOptions): Promise<WithId<WorkloadOffer>>;
  /**
   * Notify contacts of an offer
   * Notifies the contacts in the body, by id; without a body, all contacts of the offer.
   */
  sendNotifications(offerId: string, body?: string[], options?: ChangeOptions): Promise<NotificationEvent>;
  /**
   * Resolve the creation of an offer
   * If the response of a marketplace was lost and the marketplace cannot look up the offer, the offer stays PENDING_CREATE with a message about the lost response. Check the marketplace: an offer that exists there is read by its identifier; otherwise it becomes CREATE_FAILED and can be created again.
   */
  resolveCreation(offerId: string, body: OfferCreationOutcome, options?: ChangeOptions): Promise<WithId<WorkloadOffer>>;
  /**
   * Get the address of the license agreement of an offer
   * For an agreement of several documents, returns the merged document. The address of a file of the service is valid for an hour. Standard agreements belong to the marketplace and have no address. Callers without offers:write receive other addresses with masked secrets.
   */
  getEula(offerId: string, query?: {
    /** `string` returns the address, `JSON` the text of a JSON object with the address. */
    format?: 'JSON' | 'string' | undefined;
  }, options?: CallOptions): Promise<string>;
  /**
   * Get the address of the license agreement with the reseller of an offer
   * Get the address of the license agreement with the reseller of an offer.
   */
  getResellerEula(offerId: string, options?: CallOptions): Promise<string>;
  /**
   * Get the address of an offer as PDF
   * The address is valid for an hour. The PDF contains the offer as of the time of the request.
   */
  getPdf(offerId: string, options?: CallOptions): Promise<string>;
  /**
   * List the offers of a partner
   * Ordered by creation time and id, without deleted offers.
   */
  listByPartner(partner: string, query?: ListQuery, options?: CallOptions): List<WithId<WorkloadOffer>[], WithId<WorkloadOffer>>;
  /**
   * List the possible operations on an offer
   * Each action has the required permission and, if it is not possible, the reason that the operation would return: a missing permission or the state of the record. Parameters, bodies and quotas are checked only when the operation is called.
   */
  listActions(offerId: string, options?: CallOptions): Promise<Action[]>;
  /**
   * List the entitlements under an offer
   * In order of creation time and id, without deleted entitlements.
   */
  listEntitlements(offerId: string, query?: ListQuery, options?: CallOptions): List<WithId<WorkloadEntitlement>[], WithId<WorkloadEntitlement>>;
  /**
   * List the attributions of an offer
   * List the attributions of an offer.
   */
  listAttributions(offerId: string, query?: ListQuery, options?: CallOptions): List<WithId<OfferAttribution>[], WithId<OfferAttribution>>;
  /**
   * Attribute an offer to a channel partner
   * An offer has one attribution for each channel partner; a second call changes it. An attribution that a caller sets replaces automatic attributions, which follow a won deal registration or the accounts that resell the offer. Shares add up to at most 100. Attributions cannot change after the offer is accepted.
   */
  setAttribution(offerId: string, body: OfferAttribution, options?: ChangeOptions): Promise<WithId<OfferAttribution>>;
  /**
   * Delete the attribution of an offer to a channel partner
   * Delete the attribution of an offer to a channel partner.
   */
  deleteAttribution(offerId: string, channelPartnerId: string, options?: ChangeOptions): Promise<string>;
};

export type OnboardingInfoMethods = {
  /**
   * Get the onboarding state
   * Any member may skip a step, for the whole organization.
   */
  get(options?: CallOptions): Promise<OnboardingInfo>;
  /**
   * Change the onboarding state
   * Any member may skip a step, for the whole organization. Absent fields keep their value. Maps merge by key and a null removes its key; arrays are replaced. Fields that the service sets are ignored.
   */
  update(body: Patch<OnboardingInfo>, options?: ChangeOptions): Promise<OnboardingInfo>;
};

export type OperationsMethods = {
  /**
   * List operations
   * Operations are work that continues after the request that started it. The list is ordered by start time and id. Operations are kept for 30 days after their end.
   */
  list(query?: ListQuery & {
    /** Only operations about this offer; cannot be combined with the other subjects */
    offerId?: string | undefined;
    /** Only operations about this entitlement; cannot be combined with the other subjects */
    entitlementId?: string | undefined;
    /** Only operations about this CRM opportunity (CRM A or C) or deal (CRM B); cannot be combined with the other subjects */
    crmOpportunityId?: string | undefined;
    /** Only operations about this opportunity at a marketplace; cannot be combined with the other subjects */
    partnerOpportunityId?: string | undefined;
    /** Only operations with this status */
    status?: 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELED' | undefined;
  }, options?: CallOptions): List<WithId<Operation>[], WithId<Operation>>;
  /**
   * Get an operation
   * Get an operation.
   */
  get(operationId: string, query?: {
    /** Id of the run; default: the only run */
    runId?: string | undefined;
    /** true: also return the operations that the operation enqueued (one level) */
    hasChildren?: boolean | undefined;
  }, options?: CallOptions): Promise<WithId<OperationDetails>>;
  /**
   * Cancel an operation
   * Ends the operation without a further attempt. If an attempt is running and succeeds, the operation is COMPLETED despite the cancellation.
   */
  cancel(operationId: string, options?: ChangeOptions): Promise<WithId<OperationDetails>>;
};

export type OrganizationConfigInfoMethods = {
  /**
   * Get the general settings
   * If `sandbox.strict` is true, the sandbox of a TEST organization rejects an offer without values that its marketplace requires, as in a PROD organization; otherwise it fills these values with a warning. `buyerRequests` has the answer to changes of plan or quantity that buyers request, by marketplace: ACCEPT, REJECT or ASK. With ASK, a request waits for `acceptEntitlementRequest` or `rejectEntitlementRequest`. The default is ACCEPT on MKB, which takes ten seconds of silence for an acceptance, and ASK on MKC.
   */
  get(options?: CallOptions): Promise<OrganizationConfigInfo>;
  /**
   * Change the general settings
   * If `sandbox.strict` is true, the sandbox of a TEST organization rejects an offer without values that its marketplace requires, as in a PROD organization; otherwise it fills these values with a warning. `buyerRequests` has the answer to changes of plan or quantity that buyers request, by marketplace: ACCEPT, REJECT or ASK. With ASK, a request waits for `acceptEntitlementRequest` or `rejectEntitlementRequest`. The default is ACCEPT on MKB, which takes ten seconds of silence for an acceptance, and ASK on MKC. Absent fields keep their value. Maps merge by key and a null removes its key; arrays are replaced. Fields that the service sets are ignored.
   */
  update(body: Patch<OrganizationConfigInfo>, options?: ChangeOptions): Promise<OrganizationConfigInfo>;
};

export type OrganizationsMethods = {
  /**
   * List the caller’s organizations
   * List the caller’s organizations.
   */
  list(options?: CallOptions): Promise<WithId<ListOrganizationsByUserRow>[]>;
  /**
   * Create an organization
   * Requires a signed-in person, who becomes its first ADMIN. A TEST organization is ACTIVE immediately, a PROD organization after its approval. Members must have addresses of the creator’s domain unless the domain belongs to a public mail provider, or `emailDomain` is empty.
   */
  create(body: CreateOrganizationParams, options?: ChangeOptions): Promise<WithId<ListOrganizationsByUserRow>>;
  /**
   * Get an organization
   * Get an organization.
   */
  get(options?: CallOptions): Promise<WithId<ListOrganizationsByUserRow>>;
  /**
   * Change an organization
   * Absent fields keep their value; null or an empty text removes a field. A body without any of these fields is rejected. `emailDomain` can be set to the domain of the caller’s own address. Settings in `info` have separate operations and are ignored. Setting `requireSecondFactor` requires a session with a second factor, or a session from the organization’s own provider; other sessions are rejected from the next request on. API clients are not affected.
   */
  update(body: Patch<UpdateOrganizationParams>, options?: ChangeOptions): Promise<WithId<ListOrganizationsByUserRow>>;
  /**
   * Delete an organization
   * Ends all access to the organization. Rejected while it has active entitlements, or usage that was not settled or not accepted by its marketplace. If the organization has any sales, `confirm` must be its name.
   */
  delete(query?: {
    /** The name of the organization */
    confirm?: string | undefined;
  }, options?: ChangeOptions): Promise<string>;
  /**
   * Leave the organization
   * Ends the caller’s own membership. The last ADMIN cannot leave. API clients are not members.
   */
  leave(options?: ChangeOptions): Promise<string>;
};

export type OverviewMethods = {
  /**
   * Get an overview of the organization
   * Returns offers and entitlements by state and amount, records that need attention, and the onboarding checklist. Cached for 10 s.
   */
  get(options?: CallOptions): Promise<Overview>;
};

export type PartnerPortalMethods = {
  /**
   * Get the channel partner for which the caller acts
   * Get the channel partner for which the caller acts.
   */
  getChannelPartner(options?: CallOptions): Promise<WithId<PortalChannelPartner>>;
  /**
   * List the agreements with the caller’s channel partner
   * List the agreements with the caller’s channel partner.
   */
  listAgreements(query?: ListQuery, options?: CallOptions): List<WithId<PortalAgreement>[], WithId<PortalAgreement>>;
  /**
   * List the deal registrations of the caller’s channel partner
   * List the deal registrations of the caller’s channel partner.
   */
  listDealRegistrations(query?: ListQuery & {
    /** Status of a deal registration. */
    status?: DealRegistrationStatus | undefined;
  }, options?: CallOptions): List<WithId<PortalDealRegistration>[], WithId<PortalDealRegistration>>;
  /**
   * Create a deal registration
   * Creates a draft. All fields are optional.
   */
  createDealRegistration(body: PortalDealRegistration, options?: ChangeOptions): Promise<WithId<PortalDealRegistration>>;
  /**
   * Get a deal registration of the caller’s channel partner
   * Get a deal registration of the caller’s channel partner.
   */
  getDealRegistration(dealRegistrationId: string, options?: CallOptions): Promise<WithId<PortalDealRegistration>>;
  /**
   * Change a deal registration
   * Allowed in DRAFT and ACTION_REQUIRED. Absent fields keep their value, lists are replaced, null removes a field.
   */
  updateDealRegistration(dealRegistrationId: string, body: Patch<UpdateDealRegistrationParams>, options?: ChangeOptions): Promise<WithId<PortalDealRegistration>>;
  /**
   * Submit a deal registration for approval
   * Requires a product, and a customer with a domain, an account or crmAAccountId. Submitting again has no effect.
   */
  submitDealRegistration(dealRegistrationId: string, options?: ChangeOptions): Promise<WithId<PortalDealRegistration>>;
  /**
   * Withdraw a deal registration
   * Ends the protection. Rejected if the registration has ended in another way. Withdrawing again has no effect.
   */
  withdrawDealRegistration(dealRegistrationId: string, body?: DealRegistrationNote, options?: ChangeOptions): Promise<WithId<PortalDealRegistration>>;
  /**
   * List the offers that are attributed to the caller’s channel partner
   * In order of their attribution.
   */
  listOffers(query?: ListQuery, options?: CallOptions): List<WithId<PortalOffer>[], WithId<PortalOffer>>;
  /**
   * Get an offer that is attributed to the caller’s channel partner
   * Get an offer that is attributed to the caller’s channel partner.
   */
  getOffer(offerId: string, options?: CallOptions): Promise<WithId<PortalOffer>>;
  /**
   * Get the report of the caller’s channel partner
   * Days are UTC. A sale counts on its day. Its share is earned on the day of full payment: when its marketplace disbursed it, or its invoice was paid. Amounts of different currencies are never added.
   */
  getReport(query?: {
    /** First day, in UTC; by default 30 days before the last day */
    startDate?: string | undefined;
    /** Last day, in UTC; by default today */
    endDate?: string | undefined;
  }, options?: CallOptions): Promise<ChannelPartnerReport>;
};

export type PaymentTransactionsMethods = {
  /**
   * List payment transactions
   * Charges and refunds, sorted by creation time and id.
   */
  list(query?: ListQuery & {
    /** Only transactions of this buyer */
    buyerId?: string | undefined;
    /** Only transactions of this entitlement */
    entitlementId?: string | undefined;
    /** Only transactions of this invoice */
    invoiceId?: string | undefined;
    /** Only transactions with this status */
    status?: BillingPaymentStatus | undefined;
    /** Only transactions of this type */
    type?: BillingPaymentTransactionType | undefined;
  }, options?: CallOptions): List<WithId<BillingPaymentTransaction>[], WithId<BillingPaymentTransaction>>;
  /**
   * List the refunds of a charge
   * Sorted by creation time and id; failed refunds are included.
   */
  listRefund(buyerId: string, paymentTransactionId: string, query?: ListQuery, options?: CallOptions): List<WithId<BillingPaymentTransaction>[], WithId<BillingPaymentTransaction>>;
};

export type PaymentsMethods = {
  /**
   * Receive a notification from a payment provider
   * Called by payment providers. The signature authenticates the sender.
   */
  receiveNotification(partner: string, orgId: string, body?: string, options?: ChangeOptions): Promise<{
    received: boolean;
  }>;
};

export type PrivateOfferConfigInfoMethods = {
  /**
   * Get the settings of private offers
   * If `requireApproval` is true, a private offer must be approved before it is published; see `submitForApproval`.
   */
  get(options?: CallOptions): Promise<PrivateOfferConfigInfo>;
  /**
   * Change the settings of private offers
   * If `requireApproval` is true, a private offer must be approved before it is published; see `submitForApproval`. Absent fields keep their value. Maps merge by key and a null removes its key; arrays are replaced. Fields that the service sets are ignored.
   */
  update(body: Patch<PrivateOfferConfigInfo>, options?: ChangeOptions): Promise<PrivateOfferConfigInfo>;
};

export type ProductsMethods = {
  /**
   * List products
   * In order of creation time and id, unless sort names a field. Deleted products are listed only if requested by status.
   */
  list(query?: ListQuery & {
    /** A marketplace, CRM, billing, metering or payment system; any letter case is accepted. */
    partner?: Partner | undefined;
    /** Only products in one of these states */
    status?: ProductStatus | readonly ProductStatus[] | undefined;
    /** Only products of this type */
    productType?: string | undefined;
    /** Only the product with this id at its marketplace */
    externalId?: string | undefined;
    /** Only rows that contain this text; it has no wildcards. Part of the name, in any letter case, or the start of the id or externalID. */
    search?: string | undefined;
    /** Only rows that were created at this time or later */
    from?: string | undefined;
    /** Only rows that were created before this time */
    to?: string | undefined;
    /** Fields to return of each row, besides its id */
    fields?: 'id' | 'organizationID' | 'name' | 'partner' | 'partnerID' | 'service' | 'productType' | 'externalID' | 'fulfillmentUrl' | 'status' | 'info' | 'metaInfo' | 'createdBy' | 'lastUpdatedBy' | 'creationTime' | 'lastUpdateTime' | readonly ('id' | 'organizationID' | 'name' | 'partner' | 'partnerID' | 'service' | 'productType' | 'externalID' | 'fulfillmentUrl' | 'status' | 'info' | 'metaInfo' | 'createdBy' | 'lastUpdatedBy' | 'creationTime' | 'lastUpdateTime')[] | undefined;
    /** Field that determines the order of the rows. Rows with equal values are ordered by creation time and id; rows without a value are last, also with order=desc. */
    sort?: 'creationTime' | 'name' | 'status' | undefined;
  }, options?: CallOptions): List<WithId<WorkloadProduct>[], WithId<WorkloadProduct>>;
  /**
   * Create a product
   * With the id of a draft, or of a product whose creation failed, submits that product with the changes of the body. A job creates the listing at a marketplace: the status is PENDING_CREATE. A product for direct sale is CREATED immediately.
   */
  create(body: WorkloadProduct, options?: ChangeOptions): Promise<WithId<WorkloadProduct>>;
  /**
   * List the products of one partner
   * In order of creation time and id, unless sort names a field. Deleted products are listed only if requested by status.
   */
  listByPartner(partner: string, query?: ListQuery & {
    /** Only products in one of these states */
    status?: ProductStatus | readonly ProductStatus[] | undefined;
    /** Only products of this type */
    productType?: string | undefined;
    /** Only the product with this id at its marketplace */
    externalId?: string | undefined;
    /** Only rows that contain this text; it has no wildcards. Part of the name, in any letter case, or the start of the id or externalID. */
    search?: string | undefined;
    /** Only rows that were created at this time or later */
    from?: string | undefined;
    /** Only rows that were created before this time */
    to?: string | undefined;
    /** Fields to return of each row, besides its id */
    fields?: 'id' | 'organizationID' | 'name' | 'partner' | 'partnerID' | 'service' | 'productType' | 'externalID' | 'fulfillmentUrl' | 'status' | 'info' | 'metaInfo' | 'createdBy' | 'lastUpdatedBy' | 'creationTime' | 'lastUpdateTime' | readonly ('id' | 'organizationID' | 'name' | 'partner' | 'partnerID' | 'service' | 'productType' | 'externalID' | 'fulfillmentUrl' | 'status' | 'info' | 'metaInfo' | 'createdBy' | 'lastUpdatedBy' | 'creationTime' | 'lastUpdateTime')[] | undefined;
    /** Field that determines the order of the rows. Rows with equal values are ordered by creation time and id; rows without a value are last, also with order=desc. */
    sort?: 'creationTime' | 'name' | 'status' | undefined;
  }, options?: CallOptions): List<WithId<WorkloadProduct>[], WithId<WorkloadProduct>>;
  /**
   * Get a product
   * Get a product.
   */
  get(productId: string, options?: CallOptions): Promise<WithId<WorkloadProduct>>;
  /**
   * Change a product
   * List prices of a listed product are changed at its marketplace and read by a synchronization; this operation rejects changes of them. A changed name and fulfilment URL are sent to the marketplace.
   */
  update(productId: string, body: Patch<WorkloadProduct>, options?: ChangeOptions): Promise<WithId<WorkloadProduct>>;
  /**
   * Delete a product
   * Rejected while the product is PUBLIC. The listing at a marketplace is not changed.
   */
  delete(productId: string, options?: ChangeOptions): Promise<string>;
  /**
   * List the metering dimensions of a product
   * Returns all dimensions, in the order of the product.
   */
  listMeteringDimensions(productId: string, options?: CallOptions): Promise<MeteringDimension[]>;
  /**
   * Save a draft of a product
   * With the id of a draft, changes that draft; absent fields keep their value. Any other id is ignored, and a new draft is created.
   */
  createOrUpdateDraft(body: WorkloadProduct, options?: ChangeOptions): Promise<WithId<WorkloadProduct>>;
  /**
   * Change the sign-up page of a product
   * Change the sign-up page of a product.
   */
  updateFulfillmentUrl(productId: string, body: Patch<UpdateProductParams>, options?: ChangeOptions): Promise<WithId<WorkloadProduct>>;
  /**
   * Change the meta info of a product
   * Change the meta info of a product.
   */
  updateMetaInfo(productId: string, body: Patch<WorkloadMetaInfo>, options?: ChangeOptions): Promise<WorkloadMetaInfo>;
  /**
   * Publish a product
   * A job publishes the listing at a marketplace: the status is PENDING_PUBLISH. A product for direct sale is PUBLIC immediately. A body first changes the product as `updateProduct` does, with the same limits for list prices of a listed product.
   */
  publish(productId: string, body?: Patch<WorkloadProduct>, options?: ChangeOptions): Promise<WithId<WorkloadProduct>>;
  /**
   * Synchronise a product with its marketplace
   * Returns the product unchanged. A job updates list prices, dimensions, fulfilment URL and status when the marketplace has been read.
   */
  synchronize(productId: string, options?: ChangeOptions): Promise<WithId<WorkloadProduct>>;
  /**
   * Import the products of a marketplace
   * New listings become products, existing products are updated, and a product that was deleted in Tradepost is restored.
   */
  import(body: ProductImport, options?: ChangeOptions): Promise<ProductImportReceipt>;
  /**
   * List the offers of a product
   * Ordered by creation time and id, without deleted offers.
   */
  listOffers(productId: string, query?: ListQuery, options?: CallOptions): List<WithId<WorkloadOffer>[], WithId<WorkloadOffer>>;
  /**
   * List the entitlements to a product
   * In order of creation time and id, without deleted entitlements.
   */
  listEntitlements(productId: string, query?: ListQuery, options?: CallOptions): List<WithId<WorkloadEntitlement>[], WithId<WorkloadEntitlement>>;
  /**
   * List the usage record groups of a product
   * Sorted by time of receipt; the days limit the time of receipt. A page may end before its limit if its record groups are large: `nextOffset`, or the cursor in `Link`, leads to the next page.
   */
  listUsageRecordGroups(productId: string, query?: ListQuery & {
    /** First day, in UTC; defaults to 30 days before the last day */
    startDate?: string | undefined;
    /** Last day, in UTC; defaults to today */
    endDate?: string | undefined;
  }, options?: CallOptions): List<ListUsageRecordGroupsResponse, WithId<MeteringUsageRecordGroup>>;
};

export type QuotasMethods = {
  /**
   * List the quotas of the organization and their usage
   * Operations that would exceed a quota return 429. `used` is at most the maximum plus one.
   */
  list(query?: ListQuery, options?: CallOptions): List<WithId<OrganizationQuota>[], WithId<OrganizationQuota>>;
};

export type RevenueRecordDetailsMethods = {
  /**
   * List the lines of a marketplace’s revenue feed
   * Lists each line as sent by the marketplace, in its latest version. Rows are ordered by day. A page of large rows may end before its limit: continue with `nextOffset`, or with the cursor in `Link`.
   */
  list(partner: string, query?: ListQuery & {
    /** First day, in UTC; by default 30 days before the last day */
    startDate?: string | undefined;
    /** Last day, in UTC; by default today */
    endDate?: string | undefined;
    /** Only rows of this product */
    productId?: string | undefined;
    /** Only rows of this entitlement */
    entitlementId?: string | undefined;
    /** Only rows of this buyer */
    buyerId?: string | undefined;
    /** true: only lines of sales whose entitlement is unknown */
    unmatched?: boolean | undefined;
  }, options?: CallOptions): List<ListRevenueRecordDetailsResponse, RevenueRecordDetail>;
};

export type RevenueRecordsMethods = {
  /**
   * List revenue records
   * Lists the totals of the marketplace’s lines by entitlement, day and currency. Rows are ordered by day. A page of large rows may end before its limit: continue with `nextOffset`, or with the cursor in `Link`.
   */
  list(partner: string, query?: ListQuery & {
    /** First day, in UTC; by default 30 days before the last day */
    startDate?: string | undefined;
    /** Last day, in UTC; by default today */
    endDate?: string | undefined;
    /** Only rows of this product */
    productId?: string | undefined;
    /** Only rows of this entitlement */
    entitlementId?: string | undefined;
    /** Only rows of this buyer */
    buyerId?: string | undefined;
  }, options?: CallOptions): List<ListRevenueRecordsResponse, WithId<RevenueRecord>>;
};

export type RevenueReportMethods = {
  /**
   * Get a revenue report by day or month
   * Covers at most 400 days or months, by currency. Refunds of invoiced and disbursed amounts, and the tax of invoiced amounts, are separate fields.
   */
  get(body: GetRevenueReportParams, options?: ChangeOptions): Promise<RevenueReport>;
};

export type RolesMethods = {
  /**
   * List the roles of the organization
   * The standard roles come first, then the custom roles in order of creation time and id.
   */
  list(query?: ListQuery, options?: CallOptions): List<WithId<OrganizationRole>[], WithId<OrganizationRole>>;
  /**
   * Create a role
   * The role must not exceed the permissions of the caller.
   */
  create(body: CreateRoleParams, options?: ChangeOptions): Promise<WithId<OrganizationRole>>;
  /**
   * Get a role
   * Get a role.
   */
  get(roleName: string, options?: CallOptions): Promise<WithId<OrganizationRole>>;
  /**
   * Change a role
   * Applies from the next request of each member and client with the role. The name and standard roles cannot be changed.
   */
  update(roleName: string, body: Patch<UpdateRoleParams>, options?: ChangeOptions): Promise<WithId<OrganizationRole>>;
  /**
   * Delete an unused role
   * Delete an unused role.
   */
  delete(roleName: string, options?: ChangeOptions): Promise<string>;
};

export type SandboxMethods = {
  /**
   * Accept an offer as its buyer
   * Returns the current offer. The marketplace then reports the acceptance, as a real marketplace does, and the entitlement is created with its term: list entitlements by offerId.
   */
  acceptOffer(offerId: string, body?: SandboxAcceptance, options?: ChangeOptions): Promise<WithId<WorkloadOffer>>;
  /**
   * Reject an offer as its buyer
   * An offer that waits for a partner is rejected by the partner.
   */
  rejectOffer(offerId: string, options?: ChangeOptions): Promise<WithId<WorkloadOffer>>;
  /**
   * Order a product at its public offer, as a buyer
   * Order a product at its public offer, as a buyer.
   */
  order(body: SandboxOrder, options?: ChangeOptions): Promise<SandboxOrderReceipt>;
  /**
   * Cancel an entitlement as its buyer
   * Cancels the agreement at the marketplace. The entitlement is CANCELLED once the marketplace has reported the cancellation.
   */
  cancelEntitlement(entitlementId: string, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * Refuse a cancellation as the buyer
   * The entitlement becomes ACTIVE again. On marketplace A the seller requests a cancellation, and the buyer has seven days to respond: `cancel` agrees; to simulate a missing response, advance the test clock.
   */
  refuseEntitlementCancellation(entitlementId: string, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * Suspend an entitlement as the marketplace
   * Simulates a buyer that does not pay. Marketplaces A and F have no suspension.
   */
  suspendEntitlement(entitlementId: string, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * Reinstate a suspended entitlement as the marketplace
   * The entitlement becomes ACTIVE again.
   */
  reinstateEntitlement(entitlementId: string, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * Renew an entitlement as its buyer
   * A term of type ManualRenew begins at the current end, and lasts one term. With autoRenew, the marketplace renews automatically at the end: advance the test clock.
   */
  renewEntitlement(entitlementId: string, body?: SandboxRenewal, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * Change the quantity of an entitlement as its buyer
   * Creates a term of type QuantityChange. Marketplaces A and B only. With `"approve": false`, marketplace B asks the seller for ten seconds of the test clock, and takes silence for an acceptance.
   */
  changeEntitlementQuantity(entitlementId: string, body: SandboxQuantityChange, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * Change the plan of an entitlement as its buyer
   * Creates a term of type PlanChange. Marketplaces A to D only. With `"approve": false`, marketplaces B and C ask the seller: B takes ten seconds of silence for an acceptance, and C waits.
   */
  changeEntitlementPlan(entitlementId: string, body: SandboxPlanChange, options?: ChangeOptions): Promise<WithId<WorkloadEntitlement>>;
  /**
   * Get the test clock of the organization
   * Get the test clock of the organization.
   */
  getClock(options?: CallOptions): Promise<SandboxClock>;
  /**
   * Advance the test clock of the organization
   * All events that are due in between run in order, each at its own time: starts, ends, renewals, expiry, scheduled changes, here and at the marketplaces of the sandbox. The call returns immediately; the advance is an operation that can be followed and cancelled, and that survives a restart. The clock only advances.
   */
  advanceClock(body: SandboxClockAdvance, options?: ChangeOptions): Promise<SandboxClock>;
  /**
   * Trigger a test event
   * Triggers an event without an existing record, which is sent by mail and webhooks like any other. Its title begins with TEST, and `info.isTest` is true.
   */
  triggerEvent(body: SandboxEventParams, options?: ChangeOptions): Promise<SandboxEvent>;
  /**
   * Inject a fault at the marketplaces of the sandbox
   * FAIL_CREATE: a creation is rejected with the cause. RATE_LIMIT: a call is rejected with 429. LOSE_CALL and LOSE_ANSWER: the connection is lost before a change takes effect, or after. SLOW: a change to an offer, or the end of an agreement, is accepted and takes effect after the delay (default: a minute). REJECT_USAGE: the first record of a usage report is rejected with the cause, or the whole report on marketplaces that reject a report with an invalid record. SKIP_USAGE: the last record of a report is not processed. LOSE_NOTIFICATION, DELAY_NOTIFICATION (default: an hour), REORDER_NOTIFICATION (default: a minute, so that later notifications arrive first) and DUPLICATE_NOTIFICATION (sent twice, and a third time with a different id) affect notifications. The following affect the next monthly payout: REFUND_REVENUE refunds a tenth of a sale, CORRECT_REVENUE lowers a sale that was billed before, DUPLICATE_REVENUE returns a line twice, UNKNOWN_REVENUE returns a line of an unknown agreement, ORDER_ID_REVENUE refers to the order instead of the agreement. Faults of the same kind occur in sequence.
   */
  createFault(body: SandboxFaultParams, options?: ChangeOptions): Promise<WithId<SandboxFault>>;
  /**
   * List injected faults
   * Lists faults in order of creation time and id, including exhausted faults.
   */
  listFaults(query?: ListQuery, options?: CallOptions): List<WithId<SandboxFault>[], WithId<SandboxFault>>;
  /**
   * Delete a fault
   * Delete a fault.
   */
  deleteFault(sandboxFaultId: string, options?: ChangeOptions): Promise<WithId<SandboxFault>>;
  /**
   * List the usage billed by the marketplaces of the sandbox
   * Lists each accepted line as reported, in order of creation time and id.
   */
  listUsage(query?: ListQuery & {
    /** Only usage of this agreement: the externalID of an entitlement. */
    agreementId?: string | undefined;
  }, options?: CallOptions): List<WithId<SandboxUsage>[], WithId<SandboxUsage>>;
  /**
   * List the usage billed for each dimension by the marketplaces of the sandbox
   * Lists the totals of each dimension of an agreement, in order of creation time and id.
   */
  listUsageTotals(query?: ListQuery, options?: CallOptions): List<WithId<SandboxUsageTotal>[], WithId<SandboxUsageTotal>>;
  /**
   * List the revenue feeds of the marketplaces of the sandbox
   * On the third of each month the marketplaces bill the sales of the previous month and pay out the sales billed before. Lists each line and the usage of each day, in order of creation time and id.
   */
  listRevenue(query?: ListQuery, options?: CallOptions): List<WithId<SandboxRevenue>[], WithId<SandboxRevenue>>;
  /**
   * Add a payment method to a buyer
   * The buyer’s first payment method is its default wallet. `outcome` is the outcome of charges: SUCCEED, DECLINE, HANG (pending until settled), DISPUTE (succeeds and is then disputed). The first `lostCalls` calls are lost before they take effect, and the next `lostAnswers` after.
   */
  addPaymentMethod(buyerId: string, body?: SandboxPaymentMethodParams, options?: ChangeOptions): Promise<WithId<BillingWallet>>;
  /**
   * Settle a charge as the bank
   * A pending charge succeeds or is declined; a successful charge can be disputed.
   */
  settlePayment(paymentTransactionId: string, body?: SandboxSettlementParams, options?: ChangeOptions): Promise<WithId<BillingPaymentTransaction>>;
  /**
   * Change the list prices of a product at the marketplace
   * Returns the current product. The product has the new prices after its synchronization, as with a real marketplace.
   */
  changeProduct(productId: string, body: Patch<SandboxProductChange>, options?: ChangeOptions): Promise<WithId<WorkloadProduct>>;
  /**
   * Accept an offer set as its buyer
   * Accepts all of its offers atomically. Returns the current set, which is ACCEPTED once the marketplace has reported each offer.
   */
  acceptOfferSet(offerSetId: string, body?: SandboxAcceptance, options?: ChangeOptions): Promise<WithId<OfferSet>>;
  /**
   * Resell an offer as the partner
   * From an offer of type CPPO_OUT the partner creates a linked offer of type CPPO to a buyer; the authorization becomes USED. An offer shared by several parties on marketplace B is passed on to the buyer: PENDING_ACCEPTANCE. Returns the current offer.
   */
  resellOffer(offerId: string, body?: SandboxResale, options?: ChangeOptions): Promise<WithId<WorkloadOffer>>;
  /**
   * Restrict an authorization as its grantor
   * Offers created from it before remain valid.
   */
  restrictOffer(offerId: string, options?: ChangeOptions): Promise<WithId<WorkloadOffer>>;
  /**
   * Authorize the organization to resell on marketplace A, as a vendor
   * An offer of type CPPO_IN appears, READY_TO_USE. Create an offer of type CPPO that names it in metaInfo.cppoInOfferId.
   */
  grantResaleAuthorization(body?: SandboxAuthorization, options?: ChangeOptions): Promise<SandboxAuthorizationReceipt>;
  /**
   * List upcoming events
   * Lists, soonest first, the known events that occur when the organization’s clock advances. Internal schedules, such as checks for notices, are not listed.
   */
  listUpcoming(query?: {
    /** Maximum number of items */
    most?: number | undefined;
  }, options?: CallOptions): Promise<SandboxUpcoming[]>;
};

export type SeriesMethods = {
  /**
   * Get a time series
   * Returns at most 400 spans; a span without data has the value 0. Deleted records are not counted. grossRevenue and netInvoicedRevenue are without tax, invoicedRevenue is with tax, and disbursedRevenue with the tax that the seller collects. Refunds and credit notes reduce the amounts. Revenue includes the invoices of direct sales, on the day of issue. usageAmount is without tax: the usage that marketplaces accepted, on the day of use, and usage invoices of direct sales, beyond included units, credits and deducted commits.
   */
  get(query: {
    /** The metric */
    metric: 'offersCreated' | 'entitlementsCreated' | 'grossRevenue' | 'invoicedRevenue' | 'netInvoicedRevenue' | 'invoicedTax' | 'disbursedRevenue' | 'usageAmount';
    /** Length of a span; weeks begin on Mondays */
    by?: 'day' | 'week' | 'month' | undefined;
    /** First day, in UTC; by default 29 days before the last day */
    from?: string | undefined;
    /** Last day, in UTC; by default today */
    to?: string | undefined;
    /** ISO 4217 code; required for amounts */
    currency?: string | undefined;
    /** partner: also return a series for each marketplace; amounts only */
    split?: 'partner' | undefined;
  }, options?: CallOptions): Promise<Series>;
};

export type SignupConnectionsMethods = {
  /**
   * List sign-ups
   * In order of creation time and id.
   */
  list(query?: ListQuery & {
    /** Only sign-ups for this entitlement */
    entitlementId?: string | undefined;
  }, options?: CallOptions): List<WithId<SignupConnection>[], WithId<SignupConnection>>;
};

export type SsoConfigInfoMethods = {
  /**
   * Get single sign-on
   * Sign-in through an external OpenID provider: `enabled`, `issuer` (its https address), `clientID`, `clientSecret` (masked when read), `defaultRole` (for people at their first sign-in; VIEWER when unset). Other fields are stored unchanged. When the provider is disabled or replaced, the sessions that it opened end, except the caller’s own.
   */
  get(options?: CallOptions): Promise<SSOConfigInfo>;
  /**
   * Change single sign-on
   * Sign-in through an external OpenID provider: `enabled`, `issuer` (its https address), `clientID`, `clientSecret` (masked when read), `defaultRole` (for people at their first sign-in; VIEWER when unset). Other fields are stored unchanged. When the provider is disabled or replaced, the sessions that it opened end, except the caller’s own. Absent fields keep their value. Maps merge by key and a null removes its key; arrays are replaced. Fields that the service sets are ignored.
   */
  update(body: Patch<SSOConfigInfo>, options?: ChangeOptions): Promise<SSOConfigInfo>;
};

export type SupportMethods = {
  /**
   * List support tickets
   * Lists tickets, oldest first, without comments and without links to attachments.
   */
  listTickets(query?: ListQuery, options?: CallOptions): List<ListSupportTicketsResponse, WithId<SupportTicket>>;
  /**
   * Open a support ticket
   * Opens a ticket to the operator of the service. `name` is required. Suspended organizations and read-only roles may call this.
   */
  createTicket(body: SupportTicket, options?: ChangeOptions): Promise<WithId<SupportTicket>>;
  /**
   * Get a support ticket with its comments
   * Get a support ticket with its comments.
   */
  getTicket(ticketId: string, options?: CallOptions): Promise<WithId<SupportTicket>>;
  /**
   * Change priority and watchers of a support ticket
   * Both are required. Watchers must be members. The priority determines the due time: 4 hours, 1, 3 or 7 days after creation, unless the operator has set it.
   */
  updateTicket(ticketId: string, body: Patch<UpdateSupportTicketRequest>, options?: ChangeOptions): Promise<WithId<SupportTicket>>;
  /**
   * Close a support ticket
   * A ticket that is already closed is unchanged. 30 days later it is archived and can no longer change.
   */
  closeTicket(ticketId: string, options?: ChangeOptions): Promise<WithId<SupportTicket>>;
  /**
   * Reopen a closed support ticket
   * A ticket that is already open is unchanged.
   */
  reopenTicket(ticketId: string, options?: ChangeOptions): Promise<WithId<SupportTicket>>;
  /**
   * Comment on a support ticket
   * The text is `comment_text`, or else the texts of `comment`. A closed ticket is reopened. A ticket has at most 500 comments.
   */
  createTicketComment(ticketId: string, body: SupportTicketComment, options?: ChangeOptions): Promise<WithId<SupportTicketComment>>;
  /**
   * Attach a file to a support ticket
   * A form (multipart/form-data) with one file. Its content must be PDF, DOCX, plain text, HTML, PNG, JPEG, GIF or WebP. A ticket has at most 20 attachments.
   */
  createTicketAttachment(ticketId: string, body: CreateSupportTicketAttachmentRequest, options?: ChangeOptions): Promise<WithId<SupportTicketAttachment>[]>;
  /**
   * Receive a reply to a support mail
   * Called by the operator’s mail server, which authenticates with its own secret (`Authorization: Bearer`), with the raw message (RFC 5322), at most 15 MiB. It must be addressed to the `Reply-To` of a support mail and come from that mail’s recipient: it becomes a comment, and its attachments are attached. The result is KNOWN for a repeated message, and DROPPED for a message written by a program, by a former member, or about an archived ticket.
   */
  receiveMail(body: string, options?: ChangeOptions): Promise<{
    /** The result */
    result: 'COMMENTED' | 'KNOWN' | 'DROPPED';
    /** Reason for dropping the message */
    reason?: string;
  }>;
};

export type SystemMethods = {
  /**
   * Check that the process is running
   * Check that the process is running.
   */
  livez(options?: CallOptions): Promise<{
    status: 'ok' | 'unavailable';
    /** Error code if unavailable: `unavailable` */
    code?: string;
    /** Id of the request, if unavailable */
    requestId?: string;
  }>;
  /**
   * Check that the process can serve requests: the database responds, its migrations are applied, and the process is not shutting down
   * Check that the process can serve requests: the database responds, its migrations are applied, and the process is not shutting down.
   */
  readyz(options?: CallOptions): Promise<{
    status: 'ok' | 'unavailable';
    /** Error code if unavailable: `unavailable` */
    code?: string;
    /** Id of the request, if unavailable */
    requestId?: string;
  }>;
  /**
   * Get the name and version of the program
   * Get the name and version of the program.
   */
  version(options?: CallOptions): Promise<{
    name: string;
    /** Version according to Semantic Versioning. */
    version: string;
  }>;
};

export type UsageBatchesMethods = {
  /**
   * List the calls that reported usage
   * Sorted by creation time and id. Each call has its time, its caller, the number of its record groups and its status.
   */
  list(query?: ListQuery, options?: CallOptions): List<WithId<UsageBatch>[], WithId<UsageBatch>>;
  /**
   * Get a call that reported usage
   * Get a call that reported usage.
   */
  get(usageBatchId: string, options?: CallOptions): Promise<WithId<UsageBatch>>;
};

export type UsageMeteringConfigInfoMethods = {
  /**
   * Get the usage metering configuration
   * One entry for each partner.
   */
  get(options?: CallOptions): Promise<UsageMeteringConfigInfo>;
  /**
   * Change the usage metering configuration
   * One entry for each partner. Absent fields keep their value. Maps merge by key and a null removes its key; arrays are replaced. Fields that the service sets are ignored.
   */
  update(body: Patch<UsageMeteringConfigInfo>, options?: ChangeOptions): Promise<UsageMeteringConfigInfo>;
};

export type UsageMeteringDailyRecordsMethods = {
  /**
   * List daily usage
   * Lists settled usage by entitlement, dimension and day of the usage. Rows are ordered by day. A page of large rows may end before its limit: continue with `nextOffset`, or with the cursor in `Link`.
   */
  list(partner: string, query?: ListQuery & {
    /** First day, in UTC; by default 30 days before the last day */
    startDate?: string | undefined;
    /** Last day, in UTC; by default today */
    endDate?: string | undefined;
    /** Only rows of this entitlement */
    entitlementId?: string | undefined;
    /** Only rows of this buyer */
    buyerId?: string | undefined;
  }, options?: CallOptions): List<ListUsageMeteringDailyRecordsResponse, UsageMeteringDailyRecord>;
};

export type UsageMeteringDailyVerificationsMethods = {
  /**
   * Compare reported usage with billed usage by day
   * Lists the usage that the marketplace accepted, with the usage that it bills. Rows are ordered by day. A page of large rows may end before its limit: continue with `nextOffset`, or with the cursor in `Link`.
   */
  list(partner: string, query?: ListQuery & {
    /** First day, in UTC; by default 30 days before the last day */
    startDate?: string | undefined;
    /** Last day, in UTC; by default today */
    endDate?: string | undefined;
    /** Only rows of this product */
    productId?: string | undefined;
    /** Only rows of this entitlement */
    entitlementId?: string | undefined;
    /** Only rows of this buyer */
    buyerId?: string | undefined;
  }, options?: CallOptions): List<ListUsageMeteringDailyVerificationsResponse, UsageMeteringDailyVerification>;
};

export type UsageRecordGroupsMethods = {
  /**
   * Report usage of an entitlement
   * Give quantities in `records`, by dimension key of the entitlement, its offer or its product, or in `billableRecords`, by billable metric. `timestamp` is the time of use: at most 5 minutes in the future, within the duration of the entitlement, and before the marketplace’s deadline. An `id` that was reported before with the same content returns that record without further effect (R60).
   */
  report(entitlementId: string, body: CreateUsageRecordGroupParams, options?: ChangeOptions): Promise<WithId<MeteringUsageRecordGroup>>;
  /**
   * Report usage of many entitlements
   * Give quantities in `records`, by dimension key of the entitlement, its offer or its product, or in `billableRecords`, by billable metric. `timestamp` is the time of use: at most 5 minutes in the future, within the duration of the entitlement, and before the marketplace’s deadline. Invalid groups are stored as INVALID with the reason and counted in `X-Invalid-Count`; valid groups are accepted. An `id` that was reported before with different content is returned as INVALID and not stored. With an `Idempotency-Key`, groups without an `id` get the same ids in each repeat.
   */
  batchReport(body: NewUsageRecordGroup[], query?: {
    /** true: an invalid group rejects the whole call (400); otherwise invalid groups are stored as INVALID */
    atomic?: boolean | undefined;
  }, options?: ChangeOptions): Promise<WithId<MeteringUsageRecordGroup>[]>;
  /**
   * Validate usage
   * Returns every error with its position in the body, without storing usage.
   */
  batchValidate(body: NewUsageRecordGroup[], options?: ChangeOptions): Promise<string>;
  /**
   * Report usage in a CSV file
   * A form (multipart/form-data) with a CSV file: UTF-8, cells separated by commas, and a header line with column names. `entitlementID`, or `customerId` of the buyer and `productID`, identifies the entitlement; `dimension` and `quantity`, or a column `records.<dimension>` for each dimension, the usage; `timestamp` the time of use; `id` the record group. A file that is not CSV or has an invalid header is rejected (400). Otherwise each line is validated separately, 1,000 lines per transaction, and the response contains each outcome. A file can be sent again: the id of a line without an `id` is derived from its content (entitlement, `timestamp`, quantities) and from the number of equal lines before it in the file, so that usage is counted once, whichever program saved the file (R60). New usage with the same content as a line of an earlier file needs its own `timestamp` or `id`, or an `Idempotency-Key` for the file; `repeated` counts the lines that were reported before. Blank rows at the end of a file are skipped.
   */
  upload(body: UsageFileUpload, options?: ChangeOptions): Promise<UsageFileOutcome>;
  /**
   * Get a usage record group
   * Get a usage record group.
   */
  get(usageRecordGroupId: string, options?: CallOptions): Promise<WithId<MeteringUsageRecordGroup>>;
  /**
   * Delete a usage record group
   * The group must be INVALID, or CREATED and not settled yet. A deleted group is never settled, and can still be read.
   */
  delete(usageRecordGroupId: string, query?: {
    /** Ignored: day of the report in UTC */
    creationDate?: string | undefined;
  }, options?: ChangeOptions): Promise<WithId<MeteringUsageRecordGroup>>;
  /**
   * List usage record groups
   * Sorted by time of receipt; the days limit the time of receipt. A page may end before its limit if its record groups are large: `nextOffset`, or the cursor in `Link`, leads to the next page.
   */
  list(query?: ListQuery & {
    /** First day, in UTC; defaults to 30 days before the last day */
    startDate?: string | undefined;
    /** Last day, in UTC; defaults to today */
    endDate?: string | undefined;
    /** A marketplace, CRM, billing, metering or payment system; any letter case is accepted. */
    partner?: Partner | undefined;
    /** Only usage of this buyer */
    buyerId?: string | undefined;
    /** Only usage of this entitlement */
    entitlementId?: string | undefined;
    /** Only groups with this status */
    status?: 'CREATED' | 'REPORT_PENDING' | 'REPORTED' | 'REPORT_FAILED' | 'INVALID' | 'DELETED' | undefined;
    /** Only groups from this source */
    source?: '' | 'API' | 'CSV' | 'INTERNAL' | 'METERA' | 'METERB' | 'BILLB' | 'PAYA' | undefined;
    /** Only groups whose metaInfo has exactly this string as one of its values */
    metaInfo?: string | undefined;
  }, options?: CallOptions): List<ListUsageRecordGroupsResponse, WithId<MeteringUsageRecordGroup>>;
  /**
   * Retry a usage record group
   * An INVALID group is validated again, by its time of use; if valid, it becomes CREATED. For a REPORT_FAILED group, all failed usage of its report, rejected by the marketplace or too late, is sent again for its own hour or the next open one.
   */
  retry(usageRecordGroupId: string, query?: {
    /** Ignored: day of the report in UTC */
    creationDate?: string | undefined;
  }, options?: ChangeOptions): Promise<WithId<MeteringUsageRecordGroup>>;
};

export type UsageRecordReportsMethods = {
  /**
   * List usage record reports
   * Sorted by creation time; the days limit the creation time. A page may end before its limit if its reports are large: `nextOffset`, or the cursor in `Link`, leads to the next page.
   */
  list(query?: ListQuery & {
    /** First day, in UTC; defaults to 30 days before the last day */
    startDate?: string | undefined;
    /** Last day, in UTC; defaults to today */
    endDate?: string | undefined;
    /** A marketplace, CRM, billing, metering or payment system; any letter case is accepted. */
    partner?: Partner | undefined;
    /** Only usage of this buyer */
    buyerId?: string | undefined;
    /** Only usage of this entitlement */
    entitlementId?: string | undefined;
  }, options?: CallOptions): List<ListUsageRecordReportsResponse, WithId<MeteringUsageRecordReport>>;
  /**
   * Get a usage record report
   * The info lists the first 1,000 record groups of the report; `usageRecordGroupCount` is their total number.
   */
  get(usageRecordReportId: string, options?: CallOptions): Promise<WithId<MeteringUsageRecordReport>>;
  /**
   * Retry a usage record report
   * Sends rejected or missed usage again: for its own hour, or the next hour that is open at the marketplace and has no other usage of the dimension. Fix the cause in the report’s message first.
   */
  retry(usageRecordReportId: string, options?: ChangeOptions): Promise<WithId<MeteringUsageRecordReport>>;
  /**
   * Resolve usage with an unknown outcome
   * If the response of a marketplace was lost and a retry could count usage twice, the usage is held until its outcome is checked at the marketplace. Accepted usage becomes REPORTED; the rest is sent again, or missed after its deadline.
   */
  resolve(usageRecordReportId: string, body: UsageRecordReportResolution, options?: ChangeOptions): Promise<WithId<MeteringUsageRecordReport>>;
};

export type WebhooksMethods = {
  /**
   * Create a webhook endpoint
   * The secret is returned only in this response. Deliveries are signed as Standard Webhooks specifies and, for existing receivers, with `X-Tradepost-Signature-256`.
   */
  create(body: WebhookEndpoint, options?: ChangeOptions): Promise<WithId<WebhookEndpoint>>;
  /**
   * List the webhook endpoints of the organization
   * List the webhook endpoints of the organization.
   */
  list(query?: ListQuery, options?: CallOptions): List<WithId<WebhookEndpoint>[], WithId<WebhookEndpoint>>;
  /**
   * Get a webhook endpoint
   * Get a webhook endpoint.
   */
  get(webhookId: string, options?: CallOptions): Promise<WithId<WebhookEndpoint>>;
  /**
   * Change a webhook endpoint
   * Absent fields are unchanged, headers are merged by name (null removes a header), and lists are replaced. Pending deliveries go to the new URL.
   */
  update(webhookId: string, body: Patch<WebhookEndpoint>, options?: ChangeOptions): Promise<WithId<WebhookEndpoint>>;
  /**
   * Delete a webhook endpoint
   * Pending deliveries of the endpoint are marked as FAILED.
   */
  delete(webhookId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Replace the secret of a webhook endpoint
   * The new secret is returned only in this response. For `overlapHours`, deliveries are signed with both secrets. The previous secret of an earlier rotation expires immediately.
   */
  rotateSecret(webhookId: string, body?: RotateWebhookSecretParams, options?: ChangeOptions): Promise<WithId<WebhookEndpoint>>;
  /**
   * Enable a webhook endpoint
   * Deliveries that were pending when it was disabled are sent. Events since then can be replayed. Earlier failures no longer count.
   */
  enable(webhookId: string, options?: ChangeOptions): Promise<WithId<WebhookEndpoint>>;
  /**
   * Send a test event to a webhook endpoint
   * Sends an event with the action TEST to this endpoint only, regardless of its filters. The event is attempted once.
   */
  test(webhookId: string, options?: ChangeOptions): Promise<WithId<WebhookDelivery>>;
  /**
   * List the deliveries of a webhook endpoint
   * Deliveries are kept for 30 days after they end (DONE or FAILED).
   */
  listDeliveries(webhookId: string, query?: ListQuery & {
    /** Only deliveries of this status */
    status?: WebhookDeliveryStatus | undefined;
  }, options?: CallOptions): List<WithId<WebhookDelivery>[], WithId<WebhookDelivery>>;
  /**
   * Get a delivery of a webhook endpoint with its attempts
   * Get a delivery of a webhook endpoint with its attempts.
   */
  getDelivery(webhookId: string, deliveryId: string, options?: CallOptions): Promise<WithId<WebhookDeliveryDetails>>;
  /**
   * Resend a delivery
   * Sends the delivery with the same `webhook-id` and the full number of retries. An endpoint that keeps order receives it in order.
   */
  resendDelivery(webhookId: string, deliveryId: string, options?: ChangeOptions): Promise<WithId<WebhookDelivery>>;
  /**
   * Replay the events of a period to a webhook endpoint
   * Sends the events with their original `webhook-id`, in their original order. The endpoint’s current filters select the events, including events from before the endpoint was created or while it was disabled. Deliveries that wait for their next attempt are sent immediately.
   */
  replay(webhookId: string, body: ReplayWebhookParams, options?: ChangeOptions): Promise<WebhookReplay>;
};

/** Every operation of the API, in groups. */
export type Operations = {
  account: AccountMethods;
  addons: AddonsMethods;
  aiBillingConfig: AiBillingConfigMethods;
  aiInvoices: AiInvoicesMethods;
  aiUsage: AiUsageMethods;
  apiClients: ApiClientsMethods;
  auditingEvents: AuditingEventsMethods;
  authentication: AuthenticationMethods;
  billableMetrics: BillableMetricsMethods;
  buyers: BuyersMethods;
  channelPartnerTiers: ChannelPartnerTiersMethods;
  channelPartners: ChannelPartnersMethods;
  clientSignupPageConfigInfo: ClientSignupPageConfigInfoMethods;
  contacts: ContactsMethods;
  cosellAccountMappingConfigs: CosellAccountMappingConfigsMethods;
  cosellConfigInfoV2: CosellConfigInfoV2Methods;
  cosellFillerConfigInfo: CosellFillerConfigInfoMethods;
  cosellIntelligenceConfigInfo: CosellIntelligenceConfigInfoMethods;
  dailyRevenueRecords: DailyRevenueRecordsMethods;
  dealRegistrations: DealRegistrationsMethods;
  entitlements: EntitlementsMethods;
  events: EventsMethods;
  files: FilesMethods;
  fundingApplicationFieldMappingConfigInfo: FundingApplicationFieldMappingConfigInfoMethods;
  integrations: IntegrationsMethods;
  invoiceIssuer: InvoiceIssuerMethods;
  invoices: InvoicesMethods;
  knowledge: KnowledgeMethods;
  marketplaces: MarketplacesMethods;
  members: MembersMethods;
  notificationConfigInfo: NotificationConfigInfoMethods;
  notificationEvents: NotificationEventsMethods;
  notificationMessages: NotificationMessagesMethods;
  notificationTemplate: NotificationTemplateMethods;
  offerFillerConfigInfos: OfferFillerConfigInfosMethods;
  offerFillerCrmPartnerConfigInfos: OfferFillerCrmPartnerConfigInfosMethods;
  offerSets: OfferSetsMethods;
  offers: OffersMethods;
  onboardingInfo: OnboardingInfoMethods;
  operations: OperationsMethods;
  organizationConfigInfo: OrganizationConfigInfoMethods;
  organizations: OrganizationsMethods;
  overview: OverviewMethods;
  partnerPortal: PartnerPortalMethods;
  paymentTransactions: PaymentTransactionsMethods;
  payments: PaymentsMethods;
  privateOfferConfigInfo: PrivateOfferConfigInfoMethods;
  products: ProductsMethods;
  quotas: QuotasMethods;
  revenueRecordDetails: RevenueRecordDetailsMethods;
  revenueRecords: RevenueRecordsMethods;
  revenueReport: RevenueReportMethods;
  roles: RolesMethods;
  sandbox: SandboxMethods;
  series: SeriesMethods;
  signupConnections: SignupConnectionsMethods;
  ssoConfigInfo: SsoConfigInfoMethods;
  support: SupportMethods;
  system: SystemMethods;
  usageBatches: UsageBatchesMethods;
  usageMeteringConfigInfo: UsageMeteringConfigInfoMethods;
  usageMeteringDailyRecords: UsageMeteringDailyRecordsMethods;
  usageMeteringDailyVerifications: UsageMeteringDailyVerificationsMethods;
  usageRecordGroups: UsageRecordGroupsMethods;
  usageRecordReports: UsageRecordReportsMethods;
  webhooks: WebhooksMethods;
};
