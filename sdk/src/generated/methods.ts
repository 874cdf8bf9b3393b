/** Made from openapi.json by `npm run generate`: do not edit. */
import type { CallOptions, ChangeOptions, Kept, List, ListQuery, Patch } from '../calls.ts';
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
  ApiClientOrganizationParams,
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
  CreateSupportTicketAttachmentRequest,
  CreateUsageRecordGroupParams,
  DealConflicts,
  DealRegistration,
  DealRegistrationNote,
  DealRegistrationStatus,
  DivideEntitlementCommitParams,
  EmailVerification,
  EntitlementAttribution,
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
  RegisteredPasskey,
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
  WorkloadEntitlement,
  WorkloadEntitlementTerm,
  WorkloadMetaInfo,
  WorkloadOffer,
  WorkloadProduct,
} from './records.ts';

export type AccountMethods = {
  /**
   * Ask for an account; a mail says how to confirm the address
   * The answer is the same whether the address has an account or not. There is an account once the link of the mail was followed. An address is sent at most five mails an hour.
   */
  signUp(body: SignUp, options?: ChangeOptions): Promise<AccountStatus>;
  /**
   * Confirm an e-mail address by the token of the mail, which makes the account
   * With the password that was chosen, so that nobody confirms what somebody else asked for.
   */
  verifyEmail(body: EmailVerification, options?: ChangeOptions): Promise<AccountStatus>;
  /**
   * Ask for a mail by which a new password can be chosen
   * The answer is the same whether the address has an account or not.
   */
  requestPasswordReset(body: PasswordResetRequest, options?: ChangeOptions): Promise<AccountStatus>;
  /**
   * Choose a new password by the token of the mail; every session and token of the person ends
   * Choose a new password by the token of the mail; every session and token of the person ends.
   */
  resetPassword(body: PasswordReset, options?: ChangeOptions): Promise<AccountStatus>;
  /**
   * The account of the person that calls
   * The account of the person that calls.
   */
  getMe(options?: CallOptions): Promise<Kept<User>>;
  /**
   * Change the name or the password; a new password ends every other session
   * Change the name or the password; a new password ends every other session.
   */
  updateMe(body?: Patch<UserPatch>, options?: ChangeOptions): Promise<Kept<User>>;
  /**
   * End the session that calls, with its tokens
   * End the session that calls, with its tokens.
   */
  signOut(options?: ChangeOptions): Promise<AccountStatus>;
  /**
   * End all sessions of the person but the one that calls, with their tokens
   * End all sessions of the person but the one that calls, with their tokens.
   */
  endMyOtherSessions(options?: ChangeOptions): Promise<AccountStatus>;
  /**
   * List the sessions of the person that calls
   * List the sessions of the person that calls.
   */
  listMySessions(query?: ListQuery, options?: CallOptions): List<Kept<UserSession>[], Kept<UserSession>>;
  /**
   * End a session, with its tokens
   * End a session, with its tokens.
   */
  deleteMySession(sessionId: string, options?: ChangeOptions): Promise<string>;
  /**
   * The second factors of the person that calls
   * The second factors of the person that calls.
   */
  getMySecondFactors(options?: CallOptions): Promise<SecondFactors>;
  /**
   * Make a secret for an authenticator app
   * The secret becomes the second factor when `confirmTotp` confirms it within an hour. Until then a secret that was confirmed before stays. A person with a second factor needs a session that was opened with it.
   */
  beginTotp(body: PasswordAgain, options?: ChangeOptions): Promise<TotpEnrolment>;
  /**
   * Confirm an authenticator app by a code of it, which makes new recovery codes
   * From then on sign-in asks for a code. The session that calls counts as opened with it.
   */
  confirmTotp(body: TotpCode, options?: ChangeOptions): Promise<RecoveryCodes>;
  /**
   * Remove the authenticator app; with the last factor the recovery codes go too
   * Remove the authenticator app; with the last factor the recovery codes go too.
   */
  removeTotp(body: PasswordAgain, options?: ChangeOptions): Promise<SecondFactors>;
  /**
   * Make ten new recovery codes; the earlier ones are revoked
   * Make ten new recovery codes; the earlier ones are revoked.
   */
  renewRecoveryCodes(body: PasswordAgain, options?: ChangeOptions): Promise<RecoveryCodes>;
  /**
   * Make a challenge for a new passkey
   * Browsers answer the challenge on pages at the host of AUTH_URL, and at that of BASE_URL where it is the same or a subdomain. A person with a second factor needs a session that was opened with it. An account has at most 20 passkeys.
   */
  beginPasskey(body: PasswordAgain, options?: ChangeOptions): Promise<PasskeyEnrolment>;
  /**
   * Register a passkey that the authenticator has made
   * From then on it signs the person in, in place of password and code. The session that calls counts as opened with it.
   */
  registerPasskey(body: NewPasskey, options?: ChangeOptions): Promise<RegisteredPasskey>;
  /**
   * Remove a passkey; with the last factor the recovery codes go too
   * Remove a passkey; with the last factor the recovery codes go too.
   */
  removePasskey(passkeyId: string, body: PasswordAgain, options?: ChangeOptions): Promise<SecondFactors>;
  /**
   * Take up an invitation
   * The caller must be signed in with the address that was invited. In an organization with `requireSecondFactor`, the member needs a sign-in with a second factor before anything else.
   */
  acceptInvitation(body: AcceptInvitationParams, options?: ChangeOptions): Promise<Kept<OrganizationMember>>;
};

export type AddonsMethods = {
  /**
   * Apply an addon to an entitlement, at a path of its own
   * The entitlement must be ACTIVE. Each call adds one addon. Where its id is that of an addon template, name, description and amount that are absent are those of the template.
   */
  apply(entitlementId: string, body: BillingAddonRecord, options?: ChangeOptions): Promise<Kept<WorkloadEntitlement>>;
  /**
   * List addon templates
   * In order of creation time and id, without deleted ones.
   */
  list(query?: ListQuery, options?: CallOptions): List<Kept<BillingAddon>[], Kept<BillingAddon>>;
  /**
   * Create an addon template
   * It is applied to an entitlement by naming its id in the addon that is sent there. A body with `chargeOn` is one to apply and is refused here.
   */
  create(body: CreateAndUpdateAddonParams, options?: ChangeOptions): Promise<Kept<BillingAddon>>;
  /**
   * Get an addon template
   * One that was deleted is answered with the status DELETED.
   */
  get(addonId: string, options?: CallOptions): Promise<Kept<BillingAddon>>;
  /**
   * Change an addon template
   * What is absent stays. Addons that were applied before keep what they were.
   */
  update(addonId: string, body: Patch<CreateAndUpdateAddonParams>, options?: ChangeOptions): Promise<Kept<BillingAddon>>;
  /**
   * Delete an addon template
   * It can no longer be applied. Addons that were applied before stay.
   */
  delete(addonId: string, options?: ChangeOptions): Promise<string>;
};

export type AiBillingConfigMethods = {
  /**
   * Get the use of AI features
   * A spending cap of null is no limit. When and why AI features were switched off is written by the service; how much use is free is set by its operator.
   */
  get(options?: CallOptions): Promise<AIBillingConfig>;
  /**
   * Change the use of AI features
   * A spending cap of null is no limit. When and why AI features were switched off is written by the service; how much use is free is set by its operator. Absent fields stay. Maps merge by key and a null removes its key; arrays are replaced. What the service fills in is ignored.
   */
  update(body: Patch<AIBillingConfig>, options?: ChangeOptions): Promise<AIBillingConfig>;
};

export type AiInvoicesMethods = {
  /**
   * List invoices of AI features
   * What the operator charges the organization, one for each month with use, in order of creation time and id.
   */
  list(query?: ListQuery, options?: CallOptions): List<Kept<AIInvoice>[], Kept<AIInvoice>>;
  /**
   * Get an invoice of AI features
   * Get an invoice of AI features.
   */
  get(aiInvoiceId: string, options?: CallOptions): Promise<Kept<AIInvoice>>;
};

export type AiUsageMethods = {
  /**
   * Get the use of AI features in a month
   * Get the use of AI features in a month.
   */
  get(query?: {
    /** A month, as 2026-11; the present one of the organization’s clock when absent. */
    month?: string | undefined;
  }, options?: CallOptions): Promise<AIUsage>;
};

export type ApiClientsMethods = {
  /**
   * Create an API client
   * The secret is in this answer and nowhere else. The role is required; nobody gives a role that allows more than the caller may do. With `channelPartnerId` it is a program of a channel partner’s, and reaches the partner portal and nothing else.
   */
  create(body: IdentityApiClient, query?: {
    /** Existing clients send it. There is one kind of client: it has no effect */
    type?: string | undefined;
  }, options?: ChangeOptions): Promise<Kept<IdentityApiClient>>;
  /**
   * List the API clients that may act in the organization
   * List the API clients that may act in the organization.
   */
  list(query?: ListQuery & {
    /** Only rows that have this text, in which no sign has a meaning. It is in the name, in any letter case, or begins the id. */
    search?: string | undefined;
    /** Only rows that were created then or later */
    from?: string | undefined;
    /** Only rows that were created before */
    to?: string | undefined;
    /** Only these fields of each row, and its id; the others are left out */
    fields?: 'id' | 'organizationID' | 'name' | 'description' | 'role' | 'channelPartnerId' | 'previousSecretExpireTime' | 'homeOrganizationID' | 'organizationIDs' | 'createdBy' | 'creationTime' | 'lastUpdateTime' | 'type' | 'provider' | readonly ('id' | 'organizationID' | 'name' | 'description' | 'role' | 'channelPartnerId' | 'previousSecretExpireTime' | 'homeOrganizationID' | 'organizationIDs' | 'createdBy' | 'creationTime' | 'lastUpdateTime' | 'type' | 'provider')[] | undefined;
  }, options?: CallOptions): List<Kept<IdentityApiClient>[], Kept<IdentityApiClient>>;
  /**
   * Get an API client
   * Get an API client.
   */
  get(apiClientId: string, options?: CallOptions): Promise<Kept<IdentityApiClient>>;
  /**
   * Change the name, the description or the role of an API client
   * A new role counts from the next request. In an organization that the client does not belong to only the role and `channelPartnerId` can be changed.
   */
  update(apiClientId: string, body: Patch<IdentityApiClient>, options?: ChangeOptions): Promise<Kept<IdentityApiClient>>;
  /**
   * Delete an API client
   * In every organization, by the one that it belongs to. Its tokens end at once, on every process.
   */
  delete(apiClientId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Replace the secret of an API client
   * The new secret is in this answer and nowhere else. The old one and its tokens stay good for `overlapHours`, or end at once, on every process. A secret left over from an earlier rotation ends in any case. In each organization that let the client in the caller must be allowed whatever the client may do there, and the rotation is an event.
   */
  rotateSecret(apiClientId: string, body?: RotateSecretParams, options?: ChangeOptions): Promise<Kept<IdentityApiClient>>;
  /**
   * Let an API client act in another organization
   * The caller needs the permission clients:write in both organizations. The other one sees the client with the role that it has there, and may change that or take it away.
   */
  allowInOrganization(apiClientId: string, body: ApiClientOrganizationParams, options?: ChangeOptions): Promise<Kept<IdentityApiClient>>;
  /**
   * Let an API client act in an organization no more
   * The organization that the client belongs to takes it away from any other; another one gives `otherOrgId` as its own.
   */
  disallowInOrganization(apiClientId: string, otherOrgId: string, options?: ChangeOptions): Promise<string>;
};

export type AuditingEventsMethods = {
  /**
   * Query auditing events
   * What was changed, by whom and in which request, newest first. Each change has one entry, with the record before and after it.
   */
  query(query?: {
    /** How many rows at most */
    page_size?: number | undefined;
    /** Which page; the first is 1 */
    page_number?: number | undefined;
    /** Which rows: a filter in prefix form of = != < <= > >= in like ilike is-null and or not, such as (or (= column 'value') (is-null column)). Columns: id, event_type, status, entity_type, entity_id, action, actor_type, actor_id, actor_email, request_id, creation_time, position */
    q?: string | undefined;
    /** In which order: column:asc,column:desc or -column,column. Columns: id, event_type, status, entity_type, entity_id, action, actor_type, actor_id, actor_email, request_id, creation_time, position */
    s?: string | undefined;
  }, options?: CallOptions): List<AuditingEventPage, Kept<AuditingEvent>>;
  /**
   * Get an auditing event
   * Get an auditing event.
   */
  get(auditingEventId: string, options?: CallOptions): Promise<Kept<AuditingEvent>>;
};

export type AuthenticationMethods = {
  /**
   * Exchange credentials, a code or a refresh token for an access token
   * API clients: grant_type client_credentials with client_id, client_secret and resource (the base URL; may be left out); the client may also authenticate by HTTP Basic. People: grant_type authorization_code with code, redirect_uri, code_verifier and client_id, then refresh_token. Errors are those of RFC 6749, section 5.2.
   */
  exchangeToken(body: {
    grant_type: 'client_credentials' | 'authorization_code' | 'refresh_token';
    client_id?: string;
    client_secret?: string;
    /** The base URL of the service */
    resource?: string;
    /** authorization_code: the code */
    code?: string;
    /** authorization_code: as it was asked for */
    redirect_uri?: string;
    /** authorization_code: of the code_challenge */
    code_verifier?: string;
    /** refresh_token: the token; it is used up */
    refresh_token?: string;
  }, options?: ChangeOptions): Promise<AccessToken>;
  /**
   * End a token (RFC 7009)
   * An API client, which authenticates as at the token endpoint, ends an access token of its own. A token of a person ends the session that it belongs to. Of a token of another client nothing is changed or said.
   */
  revokeToken(body: {
    /** A refresh token or an access token */
    token: string;
    token_type_hint?: string;
    /** The client that it was given to */
    client_id?: string;
    /** Of an API client, unless sent by HTTP Basic */
    client_secret?: string;
  }, options?: ChangeOptions): Promise<object>;
  /**
   * The public keys that access tokens are signed with
   * The public keys that access tokens are signed with.
   */
  getKeySet(options?: CallOptions): Promise<{
    keys: Record<string, unknown>[];
  }>;
  /**
   * What the authorization server can do (RFC 8414)
   * What the authorization server can do (RFC 8414).
   */
  getAuthorizationServerMetadata(options?: CallOptions): Promise<Record<string, unknown>>;
};

export type BillableMetricsMethods = {
  /**
   * List billable metrics
   * In order of creation time and id; deleted ones only with their status.
   */
  list(query?: ListQuery & {
    /** Only metrics of this status */
    status?: BillableMetricStatus | undefined;
  }, options?: CallOptions): List<Kept<BillableMetric>[], Kept<BillableMetric>>;
  /**
   * Create a billable metric
   * Name and aggregation are required; UNIQUE_COUNT needs `info.propertyUniqueOn`. A record counts that each group of filters lets through by one of its filters. Times, organization and status of the body have no effect.
   */
  create(body: BillableMetric, options?: ChangeOptions): Promise<Kept<BillableMetric>>;
  /**
   * Get a billable metric
   * One that was deleted is answered with the status DELETED.
   */
  get(billableMetricId: string, options?: CallOptions): Promise<Kept<BillableMetric>>;
  /**
   * Change a billable metric
   * Name, description and status; what is absent stays. What it counts never changes: a body that has another `aggregationType` or `info` is refused.
   */
  update(billableMetricId: string, body: Patch<UpdateBillableMetricParams>, options?: ChangeOptions): Promise<Kept<BillableMetric>>;
};

export type BuyersMethods = {
  /**
   * List buyers
   * In order of creation time and id. Deleted and merged ones are not shown.
   */
  list(query?: ListQuery & {
    /** A marketplace, CRM, billing, metering or payment system; any letter case is accepted. */
    partner?: Partner | undefined;
    /** Only buyers that this contact is linked to */
    contactId?: string | undefined;
    /** Only the buyer with this account number on marketplace A, also before it was merged */
    mkAAccountId?: string | undefined;
    /** Only the buyer that a marketplace knows by this id, also before it was merged */
    externalId?: string | undefined;
    /** Only buyers with this identifier in the seller’s own systems */
    customerId?: string | undefined;
    /** Only buyers with this e-mail address, in any letter case */
    emailAddress?: string | undefined;
    /** Only rows that have this text, in which no sign has a meaning. It is in the name or the e-mail address, in any letter case, or begins the id, the customerId or an id at a marketplace. */
    search?: string | undefined;
    /** Only rows that were created then or later */
    from?: string | undefined;
    /** Only rows that were created before */
    to?: string | undefined;
    /** Only these fields of each row, and its id; the others are left out */
    fields?: 'id' | 'organizationID' | 'partner' | 'externalID' | 'name' | 'description' | 'companyID' | 's3KeyLogo' | 'info' | 'mergedInto' | 'creationTime' | 'lastUpdateTime' | 'contactIds' | readonly ('id' | 'organizationID' | 'partner' | 'externalID' | 'name' | 'description' | 'companyID' | 's3KeyLogo' | 'info' | 'mergedInto' | 'creationTime' | 'lastUpdateTime' | 'contactIds')[] | undefined;
  }, options?: CallOptions): List<Kept<IdentityBuyer>[], Kept<IdentityBuyer>>;
  /**
   * Create a buyer of direct sales
   * Buyers of a marketplace are not created: they come with what they buy there.
   */
  create(body: CreateBuyerParams, options?: ChangeOptions): Promise<Kept<IdentityBuyer>>;
  /**
   * Get a buyer
   * One that was merged into another is a 404 that names the other.
   */
  get(buyerId: string, options?: CallOptions): Promise<Kept<IdentityBuyer>>;
  /**
   * Change a buyer
   * What is absent stays; records merge by field; lists are replaced. null or an empty text takes a field away.
   */
  update(buyerId: string, body: Patch<UpdateBuyerParams>, options?: ChangeOptions): Promise<Kept<IdentityBuyer>>;
  /**
   * Delete a buyer
   * Refused while the buyer has an entitlement that is not cancelled, credit that still pays, or an invoice that is not paid. `confirm` keeps a path that was put together wrongly, such as `contact/../buyer/{buyerId}`, from deleting one.
   */
  delete(buyerId: string, query: {
    /** The id of the buyer once more */
    confirm: string;
  }, options?: ChangeOptions): Promise<string>;
  /**
   * End the links to a buyer’s page
   * Every link that was given out before (`info.spaUrl`) opens nothing any more, on every process at once. Each call ends those that were made since.
   */
  revokeLinks(buyerId: string, options?: ChangeOptions): Promise<Kept<IdentityBuyer>>;
  /**
   * Merge buyers that are one customer
   * The buyers of the body become part of the one in the path: their offers, entitlements, contacts and accounts at marketplaces, and the fields that it lacks. It cannot be undone. A repeat changes nothing.
   */
  merge(buyerId: string, body: MergeBuyersParams, options?: ChangeOptions): Promise<Kept<IdentityBuyer>>;
  /**
   * List the buyers of a partner
   * List the buyers of a partner.
   */
  listByPartner(partner: string, query?: ListQuery, options?: CallOptions): List<Kept<IdentityBuyer>[], Kept<IdentityBuyer>>;
  /**
   * List the entitlements of a buyer
   * What the buyer bought, in order of creation time and id, without deleted ones. The filter buyerId of the list of entitlements finds those too that only list the buyer in metaInfo.buyerIds.
   */
  listEntitlements(buyerId: string, query?: ListQuery, options?: CallOptions): List<Kept<WorkloadEntitlement>[], Kept<WorkloadEntitlement>>;
  /**
   * List the wallets of a buyer
   * In order of creation time and id, without deleted ones.
   */
  listWallets(buyerId: string, query?: ListQuery, options?: CallOptions): List<Kept<BillingWallet>[], Kept<BillingWallet>>;
  /**
   * Give a buyer credit
   * Credit pays invoices of direct sales in its currency before anything else does: what expires first, then what is oldest. Means of payment are not created here: they come from the payment provider. Without a body it is a wallet without money, in the currency of the buyer’s payments.
   */
  createCreditWallet(buyerId: string, body?: CreateCreditWalletParams, options?: ChangeOptions): Promise<Kept<BillingWallet>>;
  /**
   * Get a wallet of a buyer
   * One that was deleted is answered with the status DELETED.
   */
  getWallet(buyerId: string, walletId: string, options?: CallOptions): Promise<Kept<BillingWallet>>;
  /**
   * Change credit of a buyer
   * What is absent stays; without a body nothing changes. `totalAmount` cannot be less than what is used. Credit that expired pays again when `expireTime` is moved.
   */
  updateCreditWallet(buyerId: string, walletId: string, body?: Patch<UpdateCreditWalletParams>, options?: ChangeOptions): Promise<Kept<BillingWallet>>;
  /**
   * Delete a wallet of a buyer
   * It pays nothing more. A buyer whose default wallet it was has none until another is chosen.
   */
  deleteWallet(buyerId: string, walletId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Close credit of a buyer
   * What is left of it pays nothing more; what is refunded still goes back to it.
   */
  closeCreditWallet(buyerId: string, walletId: string, options?: ChangeOptions): Promise<Kept<BillingWallet>>;
  /**
   * Choose the wallet that a buyer is charged by
   * A means of payment; credit pays before it in any case.
   */
  setDefaultWallet(buyerId: string, walletId: string, options?: ChangeOptions): Promise<Kept<IdentityBuyer>>;
  /**
   * Refund some of a charge
   * As often as something is left of the charge. Credit goes back to its wallet at once; what came by bank the seller sends back by bank, and this says so; of others the payment provider says later what became of it. The invoice stays paid.
   */
  createRefund(buyerId: string, paymentTransactionId: string, query: {
    /** How much is paid back, in the currency of the charge */
    amount: number;
  }, options?: ChangeOptions): Promise<Kept<BillingPaymentTransaction>>;
};

export type ChannelPartnerTiersMethods = {
  /**
   * List the tiers of channel partners
   * In order of creation time and id; `rank` is the order among them.
   */
  list(query?: ListQuery, options?: CallOptions): List<Kept<ChannelPartnerTier>[], Kept<ChannelPartnerTier>>;
  /**
   * Create a tier of channel partners
   * Create a tier of channel partners.
   */
  create(body: ChannelPartnerTier, options?: ChangeOptions): Promise<Kept<ChannelPartnerTier>>;
  /**
   * Get a tier of channel partners
   * Get a tier of channel partners.
   */
  get(channelPartnerTierId: string, options?: CallOptions): Promise<Kept<ChannelPartnerTier>>;
  /**
   * Change a tier of channel partners
   * What is absent stays. What is protected already stays so for the days that held when it was approved.
   */
  update(channelPartnerTierId: string, body: Patch<ChannelPartnerTier>, options?: ChangeOptions): Promise<Kept<ChannelPartnerTier>>;
  /**
   * Delete a tier of channel partners
   * Not while a channel partner is of it.
   */
  delete(channelPartnerTierId: string, options?: ChangeOptions): Promise<string>;
};

export type ChannelPartnersMethods = {
  /**
   * List channel partners
   * In order of creation time and id, without deleted ones.
   */
  list(query?: ListQuery & {
    /** State of a channel partner: deal registrations of ACTIVE ones are taken and approved. */
    status?: ChannelPartnerStatus | undefined;
    /** What a channel partner does. */
    type?: ChannelPartnerType | undefined;
    /** Only channel partners of this tier */
    tierId?: string | undefined;
    /** Only channel partners with just this name */
    name?: string | undefined;
    /** Only those that this member looks after */
    ownerId?: string | undefined;
  }, options?: CallOptions): List<Kept<ChannelPartner>[], Kept<ChannelPartner>>;
  /**
   * Create a channel partner
   * One account of a marketplace belongs to one channel partner.
   */
  create(body: ChannelPartner, options?: ChangeOptions): Promise<Kept<ChannelPartner>>;
  /**
   * Get a channel partner
   * Get a channel partner.
   */
  get(channelPartnerId: string, options?: CallOptions): Promise<Kept<ChannelPartner>>;
  /**
   * Change a channel partner
   * What is absent stays; lists are replaced; null or an empty text takes a field away. States: PROSPECT → ACTIVE ⇄ SUSPENDED; each → TERMINATED, which may become ACTIVE again.
   */
  update(channelPartnerId: string, body: Patch<UpdateChannelPartnerParams>, options?: ChangeOptions): Promise<Kept<ChannelPartner>>;
  /**
   * Delete a channel partner
   * Not while a deal registration of it is open. Its accounts may be those of others then; what it sold goes on naming it.
   */
  delete(channelPartnerId: string, options?: ChangeOptions): Promise<string>;
  /**
   * List the agreements with a channel partner
   * List the agreements with a channel partner.
   */
  listAgreements(channelPartnerId: string, query?: ListQuery, options?: CallOptions): List<Kept<ChannelPartnerAgreement>[], Kept<ChannelPartnerAgreement>>;
  /**
   * Write down an agreement with a channel partner
   * It is over on `endDate`. On a day, a product in a country is in one agreement of a channel partner at most.
   */
  createAgreement(channelPartnerId: string, body: ChannelPartnerAgreement, options?: ChangeOptions): Promise<Kept<ChannelPartnerAgreement>>;
  /**
   * Get an agreement with a channel partner
   * Get an agreement with a channel partner.
   */
  getAgreement(channelPartnerId: string, agreementId: string, options?: CallOptions): Promise<Kept<ChannelPartnerAgreement>>;
  /**
   * Change an agreement with a channel partner
   * What is absent stays; lists are replaced; null takes a field away. What was sold before keeps the share that it had.
   */
  updateAgreement(channelPartnerId: string, agreementId: string, body: Patch<UpdateChannelPartnerAgreementParams>, options?: ChangeOptions): Promise<Kept<ChannelPartnerAgreement>>;
  /**
   * Delete an agreement with a channel partner
   * One that was written down by mistake. One that ends has an `endDate`.
   */
  deleteAgreement(channelPartnerId: string, agreementId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Report what a channel partner brought, and what it has of that
   * Days are UTC. A sale counts on its day, and its share is earned on the day on which its money had come: when its marketplace disbursed it, or its invoice was paid. No sum has two currencies.
   */
  getReport(channelPartnerId: string, query?: {
    /** First day, in UTC; 30 days before the last one when absent */
    startDate?: string | undefined;
    /** Last day, in UTC; today when absent */
    endDate?: string | undefined;
  }, options?: CallOptions): Promise<ChannelPartnerReport>;
};

export type ClientSignupPageConfigInfoMethods = {
  /**
   * Get the signup page
   * The page’s identifier is made by the service with the first change.
   */
  get(options?: CallOptions): Promise<ClientSignupPageConfigInfo>;
  /**
   * Change the signup page
   * The page’s identifier is made by the service with the first change. Absent fields stay. Maps merge by key and a null removes its key; arrays are replaced. What the service fills in is ignored.
   */
  update(body: Patch<ClientSignupPageConfigInfo>, options?: ChangeOptions): Promise<ClientSignupPageConfigInfo>;
};

export type ContactsMethods = {
  /**
   * List the buyers of a contact
   * List the buyers of a contact.
   */
  listBuyers(contactId: string, query?: ListQuery, options?: CallOptions): List<Kept<IdentityBuyer>[], Kept<IdentityBuyer>>;
  /**
   * List contacts
   * In order of creation time and id.
   */
  list(query?: ListQuery & {
    /** Only the contact with this e-mail address, in any letter case */
    emailAddress?: string | undefined;
    /** Only rows that have this text, in which no sign has a meaning. It is in the name or the e-mail address, in any letter case, or begins the id. */
    search?: string | undefined;
    /** Only rows that were created then or later */
    from?: string | undefined;
    /** Only rows that were created before */
    to?: string | undefined;
    /** Only these fields of each row, and its id; the others are left out */
    fields?: 'id' | 'organizationID' | 'emailAddress' | 'name' | 'info' | 'creationTime' | 'lastUpdateTime' | readonly ('id' | 'organizationID' | 'emailAddress' | 'name' | 'info' | 'creationTime' | 'lastUpdateTime')[] | undefined;
  }, options?: CallOptions): List<Kept<IdentityContact>[], Kept<IdentityContact>>;
  /**
   * Create a contact
   * Where a contact has the e-mail address already, that one is answered, unchanged.
   */
  create(body: IdentityContact, options?: ChangeOptions): Promise<Kept<IdentityContact>>;
  /**
   * Get a contact
   * Get a contact.
   */
  get(contactId: string, options?: CallOptions): Promise<Kept<IdentityContact>>;
  /**
   * Change a contact
   * What is absent stays; an empty text takes a field away, and an empty `info` all of it.
   */
  update(contactId: string, body: Patch<IdentityContact>, options?: ChangeOptions): Promise<Kept<IdentityContact>>;
  /**
   * Delete a contact
   * Its data goes. Buyers and offers no longer name it.
   */
  delete(contactId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Create contacts
   * At most 1000, all or none. Each is new or the one that has the e-mail address already; those of one address are one contact.
   */
  batchCreate(body: IdentityContact[], options?: ChangeOptions): Promise<Kept<IdentityContact>[]>;
  /**
   * Link a contact to a buyer
   * A contact that is linked already stays so.
   */
  addToBuyer(contactId: string, buyerId: string, options?: ChangeOptions): Promise<Kept<IdentityBuyer>>;
  /**
   * Unlink a contact from a buyer
   * Nothing changes when it was not linked.
   */
  removeFromBuyer(contactId: string, buyerId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Link a contact to an offer
   * A contact that is linked already stays so.
   */
  addToOffer(contactId: string, offerId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Unlink a contact from an offer
   * Nothing changes when it was not linked. A client that puts `..` in the place of the contact deletes the offer: the same with the contact as a parameter, `DELETE …/offer/{offerId}/contact`, cannot be mistaken so.
   */
  removeFromOffer(contactId: string, offerId: string, options?: ChangeOptions): Promise<string>;
  /**
   * List the offers of a contact
   * In order of creation time and id, without deleted ones.
   */
  listOffers(contactId: string, query?: ListQuery, options?: CallOptions): List<Kept<WorkloadOffer>[], Kept<WorkloadOffer>>;
};

export type CosellAccountMappingConfigsMethods = {
  /**
   * Get the field names of each CRM
   * One entry for each CRM; without one the usual names hold.
   */
  get(options?: CallOptions): Promise<CosellAccountMappingConfig[]>;
  /**
   * Change the field names of each CRM
   * One entry for each CRM; without one the usual names hold. The entries sent take the place of those stored. What the service fills in is ignored.
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
   * One entry for each marketplace and CRM. The entries sent take the place of those stored. What the service fills in is ignored.
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
   * One entry for each pair of systems. The entries sent take the place of those stored. What the service fills in is ignored.
   */
  update(body: Patch<CosellFillerConfigInfo[]>, options?: ChangeOptions): Promise<CosellFillerConfigInfo[]>;
};

export type CosellIntelligenceConfigInfoMethods = {
  /**
   * Get where co-sell signals are used
   * A marketplace whose own switch is unset follows the older one for all.
   */
  get(options?: CallOptions): Promise<CosellIntelligenceConfigInfo>;
  /**
   * Change where co-sell signals are used
   * A marketplace whose own switch is unset follows the older one for all. Absent fields stay. Maps merge by key and a null removes its key; arrays are replaced. What the service fills in is ignored.
   */
  update(body: Patch<CosellIntelligenceConfigInfo>, options?: ChangeOptions): Promise<CosellIntelligenceConfigInfo>;
};

export type DailyRevenueRecordsMethods = {
  /**
   * List revenue by the day
   * All revenue of each of at most 400 days, by marketplace and currency, in the order of the days.
   */
  list(query?: {
    /** First day, in UTC; 30 days before the last one when absent */
    startDate?: string | undefined;
    /** Last day, in UTC; today when absent */
    endDate?: string | undefined;
    /** A marketplace, CRM, billing, metering or payment system; any letter case is accepted. */
    partner?: Partner | undefined;
    /** Only of this product */
    productId?: string | undefined;
    /** Only of this entitlement */
    entitlementId?: string | undefined;
    /** Only of this buyer */
    buyerId?: string | undefined;
  }, options?: CallOptions): Promise<Kept<RevenueRecord>[]>;
};

export type DealRegistrationsMethods = {
  /**
   * List deal registrations
   * In order of creation time and id.
   */
  list(query?: ListQuery & {
    /** State of a deal registration. */
    status?: DealRegistrationStatus | undefined;
    /** Only deal registrations of this channel partner */
    channelPartnerId?: string | undefined;
  }, options?: CallOptions): List<Kept<DealRegistration>[], Kept<DealRegistration>>;
  /**
   * Create a deal registration
   * A draft, of which only the channel partner must be said.
   */
  create(body: DealRegistration, options?: ChangeOptions): Promise<Kept<DealRegistration>>;
  /**
   * Get a deal registration
   * Get a deal registration.
   */
  get(dealRegistrationId: string, options?: CallOptions): Promise<Kept<DealRegistration>>;
  /**
   * Change a deal registration
   * What is absent stays; lists are replaced; null takes a field away. Customer and products change in DRAFT and ACTION_REQUIRED only, the rest until it ends.
   */
  update(dealRegistrationId: string, body: Patch<UpdateDealRegistrationParams>, options?: ChangeOptions): Promise<Kept<DealRegistration>>;
  /**
   * Delete the draft of a deal registration
   * What was submitted once is withdrawn, and stays.
   */
  delete(dealRegistrationId: string, options?: ChangeOptions): Promise<string>;
  /**
   * List what stands in the way of a deal registration now
   * Open registrations, offers and entitlements that are not over, and referrals: of one of its products, for the same customer, which is known by its domain, an account or in CRM A. The channel partner learns only whether there was something (`hasConflict`). Only what another approved registration protects keeps it from being approved.
   */
  listConflicts(dealRegistrationId: string, options?: CallOptions): Promise<DealConflicts>;
  /**
   * Submit a deal registration for approval
   * It needs a product, and a customer with a domain, an account or crmAAccountId; its channel partner must be ACTIVE. One that is SUBMITTED stays as it is.
   */
  submit(dealRegistrationId: string, options?: ChangeOptions): Promise<Kept<DealRegistration>>;
  /**
   * Withdraw a deal registration
   * One that has not ended; what it protects is free. One that is WITHDRAWN stays as it is.
   */
  withdraw(dealRegistrationId: string, body?: DealRegistrationNote, options?: ChangeOptions): Promise<Kept<DealRegistration>>;
  /**
   * Say that an approved deal was lost
   * What it protects is free. One that is LOST stays as it is.
   */
  lose(dealRegistrationId: string, body?: DealRegistrationNote, options?: ChangeOptions): Promise<Kept<DealRegistration>>;
  /**
   * Say that an approved deal was won
   * An entitlement of the customer for one of the products wins it by itself; this is for what was sold otherwise. One that is WON stays as it is.
   */
  win(dealRegistrationId: string, body?: WinDealRegistrationParams, options?: ChangeOptions): Promise<Kept<DealRegistration>>;
  /**
   * Approve a deal registration
   * From now on the customer is protected for it and its products, for the days of its channel partner’s tier. One for a customer and product is APPROVED; with `overrideReason` the other loses its protection of these products, and is EXPIRED when no product is left. Who submitted it does not decide, unless nobody else may. One that is APPROVED stays as it is.
   */
  approve(dealRegistrationId: string, body?: ApproveDealRegistrationParams, options?: ChangeOptions): Promise<Kept<DealRegistration>>;
  /**
   * Ask for something to be done before a deal registration is decided on
   * `message` says what. One that is ACTION_REQUIRED stays as it is.
   */
  requestAction(dealRegistrationId: string, body: DealRegistrationNote, options?: ChangeOptions): Promise<Kept<DealRegistration>>;
  /**
   * Reject a deal registration
   * `message` says why. One that is REJECTED stays as it is.
   */
  reject(dealRegistrationId: string, body: DealRegistrationNote, options?: ChangeOptions): Promise<Kept<DealRegistration>>;
};

export type EntitlementsMethods = {
  /**
   * List entitlements
   * In order of creation time and id. Deleted entitlements are shown when asked for by status.
   */
  list(query?: ListQuery & {
    /** Only entitlements under this offer */
    offerId?: string | undefined;
    /** Only entitlements to this product */
    productId?: string | undefined;
    /** Only entitlements of this buyer, or that list it in metaInfo.buyerIds */
    buyerId?: string | undefined;
    /** Only entitlements of this account on marketplace A */
    buyerAccountId?: string | undefined;
    /** Only entitlements under offers that name this contact */
    contactId?: string | undefined;
    /** A marketplace, CRM, billing, metering or payment system; any letter case is accepted. */
    partner?: Partner | undefined;
    /** Only entitlements in one of these states */
    status?: EntitlementStatus | readonly EntitlementStatus[] | undefined;
    /** Only the entitlement that the marketplace knows by this id, also by that of an agreement which another has followed */
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
    /** Only rows that have this text, in which no sign has a meaning. It is in the name, in any letter case, or begins the id or the externalID. */
    search?: string | undefined;
    /** Only rows that were created then or later */
    from?: string | undefined;
    /** Only rows that were created before */
    to?: string | undefined;
    /** Only these fields of each row, and its id; the others are left out */
    fields?: 'id' | 'organizationID' | 'name' | 'type' | 'partner' | 'partnerID' | 'service' | 'offerID' | 'productID' | 'buyerID' | 'entitlementTermID' | 'externalID' | 'externalBuyerID' | 'externalProductID' | 'externalStatus' | 'status' | 'info' | 'metaInfo' | 'startTime' | 'endTime' | 'creationTime' | 'lastUpdateTime' | readonly ('id' | 'organizationID' | 'name' | 'type' | 'partner' | 'partnerID' | 'service' | 'offerID' | 'productID' | 'buyerID' | 'entitlementTermID' | 'externalID' | 'externalBuyerID' | 'externalProductID' | 'externalStatus' | 'status' | 'info' | 'metaInfo' | 'startTime' | 'endTime' | 'creationTime' | 'lastUpdateTime')[] | undefined;
  }, options?: CallOptions): List<Kept<WorkloadEntitlement>[], Kept<WorkloadEntitlement>>;
  /**
   * Create the entitlement of a direct sale
   * For offers without a marketplace. ACTIVE when it starts now or in the past, PENDING_START until a start in the future, CANCELLED when it is over already. The offer becomes ACCEPTED; a public one stays on sale. Where `requireApproval` is set in privateOfferConfigInfo, whoever lacks `offers:approve` sells approved offers only, to their buyer and with their end.
   */
  create(body: CreateEntitlementParams, options?: ChangeOptions): Promise<Kept<WorkloadEntitlement>>;
  /**
   * List the entitlements that were sold at a partner
   * In order of creation time and id, without deleted ones.
   */
  listByPartner(partner: string, query?: ListQuery, options?: CallOptions): List<Kept<WorkloadEntitlement>[], Kept<WorkloadEntitlement>>;
  /**
   * Get an entitlement
   * Get an entitlement.
   */
  get(entitlementId: string, options?: CallOptions): Promise<Kept<WorkloadEntitlement>>;
  /**
   * List the terms of an entitlement
   * In order of creation time and id.
   */
  listTerms(entitlementId: string, query?: ListQuery, options?: CallOptions): List<Kept<WorkloadEntitlementTerm>[], Kept<WorkloadEntitlementTerm>>;
  /**
   * Get an entitlement term
   * Get an entitlement term.
   */
  getTerm(entitlementId: string, entitlementTermId: string, options?: CallOptions): Promise<Kept<WorkloadEntitlementTerm>>;
  /**
   * Delete a part of a divided commit
   * Only a sub term of which nothing was used. With the last one the divided term is whole again.
   */
  deleteTerm(entitlementId: string, entitlementTermId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Apply an addon to an entitlement
   * The entitlement must be ACTIVE. Each call adds one addon. Where its id is that of an addon template, name, description and amount that are absent are those of the template. A client that puts `..` in the place of the entitlement makes a template of it: `…/applyAddon` cannot be mistaken so.
   */
  applyAddon(entitlementId: string, body: BillingAddonRecord, options?: ChangeOptions): Promise<Kept<WorkloadEntitlement>>;
  /**
   * Approve an entitlement
   * On marketplaces that wait for the seller (B and C). It is ACTIVE once the marketplace has reported it; one that is ACTIVE already is answered as it is.
   */
  approve(entitlementId: string, options?: ChangeOptions): Promise<Kept<WorkloadEntitlement>>;
  /**
   * Cancel an entitlement
   * A direct sale ends at once. On marketplace B the subscription is ended, on A the buyer is asked: it is PENDING_CANCEL until the marketplace reports it. Elsewhere only the buyer can cancel. The term keeps what was committed for the UTC days that it ran. Marketplaces A to D pay back what was paid for the others when the seller asks them to, B within 72 hours of the purchase by itself and in full; E and F pay nothing back.
   */
  cancel(entitlementId: string, options?: ChangeOptions): Promise<Kept<WorkloadEntitlement>>;
  /**
   * Take a scheduled cancellation back
   * Without one, nothing changes.
   */
  unscheduleCancellation(entitlementId: string, options?: ChangeOptions): Promise<Kept<WorkloadEntitlement>>;
  /**
   * Read an entitlement again at its marketplace
   * What the marketplace shows is applied a moment later; what the seller wrote stays.
   */
  sync(entitlementId: string, options?: ChangeOptions): Promise<Kept<WorkloadEntitlement>>;
  /**
   * Schedule the cancellation of an entitlement
   * It takes the place of an earlier schedule, and is carried out as a cancellation at its time would be.
   */
  scheduleCancellation(entitlementId: string, body: CancellationSchedule, options?: ChangeOptions): Promise<Kept<WorkloadEntitlement>>;
  /**
   * Change the number of seats
   * On marketplace B. The seats count, by a new term, once the marketplace has reported them.
   */
  updateSeat(entitlementId: string, query: {
    /** How many seats from now on */
    newSeat: number;
  }, options?: ChangeOptions): Promise<Kept<WorkloadEntitlement>>;
  /**
   * Rename an entitlement
   * Rename an entitlement.
   */
  updateName(entitlementId: string, body: Patch<UpdateEntitlementNameParams>, options?: ChangeOptions): Promise<Kept<WorkloadEntitlement>>;
  /**
   * Change links, notes and data of an entitlement
   * Absent fields stay. Maps merge by key and a null removes its key; arrays are replaced. The service’s own fields and those that only offers and products have are ignored. Credit that was applied is never forgotten.
   */
  updateMetaInfo(entitlementId: string, body: Patch<WorkloadMetaInfo>, options?: ChangeOptions): Promise<WorkloadMetaInfo>;
  /**
   * Change what a direct sale costs
   * Begins a term of type QuantityChange when quantities of commits change only, else PlanChange. With an applyTime in the future it is done by then, if the entitlement is ACTIVE.
   */
  updatePriceModel(entitlementId: string, body: Patch<UpdateEntitlementPriceModelParams>, options?: ChangeOptions): Promise<Kept<WorkloadEntitlement>>;
  /**
   * Set how an entitlement is billed
   * What is set here holds instead of what the offer says, and is shown in info. A null gives the offer’s value back; absent fields stay.
   */
  updateBilling(entitlementId: string, body: Patch<UpdateEntitlementBillingParams>, options?: ChangeOptions): Promise<Kept<WorkloadEntitlement>>;
  /**
   * Add credit to a term
   * To the term that runs, or to the one that is named. Each call adds.
   */
  addCredit(entitlementId: string, body: AddEntitlementCreditParams, options?: ChangeOptions): Promise<AddEntitlementCreditResponse>;
  /**
   * Divide the commit of the term that runs
   * Makes a sub term for each start date, with equal shares; the last one takes what is left. A commitAmount above 0 is divided as commit; else what usage has not drawn of the commit is, as credit.
   */
  divideCommit(entitlementId: string, body: DivideEntitlementCommitParams, options?: ChangeOptions): Promise<string>;
  /**
   * Connect the signup of a client with its entitlement
   * For sellers who have clients sign up on pages of their own. Each call is one signup; an entitlement without any is in the report of entitlements without a signup. Members are notified by NEW_CLIENT_SIGNUP.NOTIFICATION_MESSAGE.
   */
  connectSignup(entitlementId: string, body: SignupConnectionCreation, options?: ChangeOptions): Promise<Kept<SignupConnection>>;
  /**
   * List what can be done with an entitlement
   * Each with the permission that it asks for, and where it is not possible the reason, as the operation would answer: the role of the caller, the state of the record, where it is. What a body or a parameter says, and quotas, are judged when it comes.
   */
  listActions(entitlementId: string, options?: CallOptions): Promise<Action[]>;
  /**
   * List the channel partners to which an entitlement is due
   * As its offer was when it was accepted; those of offers by which it went before have an `endDate`.
   */
  listAttributions(entitlementId: string, query?: ListQuery, options?: CallOptions): List<Kept<EntitlementAttribution>[], Kept<EntitlementAttribution>>;
  /**
   * List the usage record groups of an entitlement
   * In the order in which they were reported, between days of their reporting. A page may end before its limit where its record groups are large: `nextOffset`, or the cursor in `Link`, says where it goes on.
   */
  listUsageRecordGroups(entitlementId: string, query?: ListQuery & {
    /** First day, in UTC; 30 days before the last one when absent */
    startDate?: string | undefined;
    /** Last day, in UTC; today when absent */
    endDate?: string | undefined;
  }, options?: CallOptions): List<ListUsageRecordGroupsResponse, Kept<MeteringUsageRecordGroup>>;
  /**
   * List what became of the usage of a term
   * In order of creation time and id. For each dimension of an entitlement USAGE and LIST_PRICE are the sum of INCLUDED, CREDIT, COMMIT, CARRY, REPORTED, less RETURNED, WRITTEN_OFF and what waits to be reported; the amounts of the term are the sums of those of CREDIT, COMMIT and REPORTED.
   */
  listUsageLedger(entitlementId: string, entitlementTermId: string, query?: ListQuery, options?: CallOptions): List<Kept<UsageLedgerEntry>[], Kept<UsageLedgerEntry>>;
};

export type EventsMethods = {
  /**
   * Follow what happens
   * Every event in the order of the organization’s trail, a moment after it was recorded, in the form in which webhooks are sent. Ask again with the position of the last answer. Without `after`, the answer is the present position alone. With `wait` the answer comes as soon as there is an event, or without one when the time is over. No event is passed over: positions are given after the change is there.
   */
  read(query?: {
    /** Only what comes after this place */
    after?: number | undefined;
    /** How many seconds to wait for an event when there is none after the place */
    wait?: number | undefined;
  }, options?: CallOptions): Promise<EventFeed>;
};

export type FilesMethods = {
  /**
   * Upload a file
   * A form (multipart/form-data) with one file: PDF, DOCX, plain text or HTML, as its content shows. The answer means that the file is on the disk. Its id, or its link, can stand where an offer names a license agreement.
   */
  upload(body: FileUpload, options?: ChangeOptions): Promise<Kept<StoredFile>>;
  /**
   * List files
   * In order of creation time and id, without links and without deleted files.
   */
  list(query?: ListQuery & {
    /** Only files for this */
    purpose?: FilePurpose | 'MERGED_EULA' | undefined;
  }, options?: CallOptions): List<Kept<StoredFile>[], Kept<StoredFile>>;
  /**
   * Get a file with a link to its content
   * Get a file with a link to its content.
   */
  get(fileId: string, options?: CallOptions): Promise<Kept<StoredFile>>;
  /**
   * Delete a file
   * Its links end at once, and its content is removed. What the service merged for an offer stays, and what was signed of an agreement with a channel partner.
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
   * One entry for each marketplace, CRM, programme and kind of funding. The entries sent take the place of those stored. What the service fills in is ignored.
   */
  update(body: Patch<FundingApplicationFieldMappingConfigInfo[]>, options?: ChangeOptions): Promise<FundingApplicationFieldMappingConfigInfo[]>;
};

export type IntegrationsMethods = {
  /**
   * List the integrations of the organization
   * List the integrations of the organization.
   */
  list(query?: ListQuery, options?: CallOptions): List<Kept<IdentityIntegration>[], Kept<IdentityIntegration>>;
  /**
   * Connect the organization to a service of a partner
   * One for each partner and service. Secrets are encrypted and cannot be read again.
   */
  create(body: IdentityIntegration, options?: ChangeOptions): Promise<Kept<IdentityIntegration>>;
  /**
   * Get an integration
   * Get an integration.
   */
  get(partner: string, service: string, options?: CallOptions): Promise<Kept<IdentityIntegration>>;
  /**
   * Change the settings or credentials of an integration
   * Absent fields stay, maps merge by key and a null removes its key. Stars that are sent back stand for the secret that is stored. Changed settings have to be verified again.
   */
  update(partner: string, service: string, body: Patch<IdentityIntegration>, options?: ChangeOptions): Promise<Kept<IdentityIntegration>>;
  /**
   * Delete an integration with its credentials
   * Delete an integration with its credentials.
   */
  delete(partner: string, service: string, options?: ChangeOptions): Promise<string>;
  /**
   * Ask the partner whether it takes the credentials
   * The status says it too: VERIFIED or NOT_VERIFIED. In TEST the sandbox takes any credentials.
   */
  verify(partner: string, service: string, options?: ChangeOptions): Promise<boolean>;
  /**
   * Get what the last verification of an integration found
   * What was tried at the partner, one by one, and how the calls of each kind fare. An integration that was verified once is verified each hour by itself.
   */
  getVerification(partner: string, service: string, options?: CallOptions): Promise<Kept<IntegrationVerification>>;
  /**
   * Get what is to be done at the partner before it lets us in
   * The values to enter there, and the steps. The integration need not be there yet. The external id is made by the service, for this organization alone, and stays the same.
   */
  getSetup(partner: string, service: string, options?: CallOptions): Promise<IntegrationSetup>;
  /**
   * Import what a marketplace has of the organization
   * Products, offers that were made in the marketplace’s portal, and agreements with their buyers and terms. It begins by itself when the integration is verified first; one that was cancelled goes on. Of what comes by it there is one event, UPDATE.INTEGRATION with info.change IMPORT, once. Only integrations of service MARKETPLACE have an import.
   */
  importFromMarketplace(partner: string, service: string, options?: ChangeOptions): Promise<MarketplaceImportReceipt>;
};

export type InvoiceIssuerMethods = {
  /**
   * Get the issuer of invoices
   * Invoices that were issued keep what they were issued with.
   */
  get(options?: CallOptions): Promise<InvoiceIssuer>;
  /**
   * Change the issuer of invoices
   * Invoices that were issued keep what they were issued with. Absent fields stay. Maps merge by key and a null removes its key; arrays are replaced. What the service fills in is ignored.
   */
  update(body: Patch<InvoiceIssuer>, options?: ChangeOptions): Promise<InvoiceIssuer>;
};

export type InvoicesMethods = {
  /**
   * List invoices
   * In order of creation time and id. Those that were DELETED, drafts that were withdrawn, are listed only when asked for.
   */
  list(query?: ListQuery & {
    /** Only of this entitlement */
    entitlementId?: string | undefined;
    /** Only of this buyer */
    buyerId?: string | undefined;
    /** Only in this state */
    status?: 'DRAFT' | 'FINALIZED' | 'CANCELED' | 'DELETED' | '' | undefined;
  }, options?: CallOptions): List<Kept<BillingInvoice>[], Kept<BillingInvoice>>;
  /**
   * Get an invoice
   * One that was withdrawn is answered with the status DELETED.
   */
  get(invoiceId: string, options?: CallOptions): Promise<Kept<BillingInvoice>>;
  /**
   * Change the draft of an invoice
   * Its due date, the discount on all, its memo: nothing else can be changed, and of an issued invoice nothing. What is absent stays.
   */
  updateInfo(invoiceId: string, body: Patch<UpdateInvoiceInfoRequest>, options?: ChangeOptions): Promise<BillingInvoiceInfo>;
  /**
   * Issue an invoice
   * Before it is issued by itself; it is to be paid that day, and it cannot be undone. One that was issued is answered as it is. The body names the contacts that it is mailed to; when absent, all of the buyer, else the buyer’s own address.
   */
  issue(invoiceId: string, body?: Patch<string[]>, options?: ChangeOptions): Promise<Kept<BillingInvoice>>;
  /**
   * Void an invoice
   * Before payment only. What it was of is drafted anew, by an invoice of its own. One that was voided is answered as it is.
   */
  void(invoiceId: string, options?: ChangeOptions): Promise<Kept<BillingInvoice>>;
  /**
   * Pay an invoice
   * Invoices are paid by themselves: by credit of the buyer when they are issued, and by the default wallet when they are due. This does so now, also after that failed. What the payment provider says comes later: until then the payment is PROCESSING, and another call changes nothing.
   */
  pay(invoiceId: string, options?: ChangeOptions): Promise<Kept<BillingInvoice>>;
  /**
   * Record a payment that came by bank transfer
   * Of an issued invoice, for all that is open of it or for a part. The invoice is paid once nothing is open. A payment that was recorded by mistake is taken back by `revertInvoicePayment`; money that is sent back to the buyer is recorded by `createRefund`.
   */
  recordPayment(invoiceId: string, body?: BankPaymentParams, options?: ChangeOptions): Promise<Kept<BillingPaymentTransaction>>;
  /**
   * Take a recorded payment back
   * The invoice is open again by the amount. The payment stays in the list as one that FAILED, with the time at which it was taken back.
   */
  revertPayment(invoiceId: string, paymentTransactionId: string, options?: ChangeOptions): Promise<Kept<BillingPaymentTransaction>>;
  /**
   * See the mail of an invoice
   * The HTML that its contacts are sent when it is issued, as the invoice is now.
   */
  previewEmail(invoiceId: string, options?: CallOptions): Promise<string>;
  /**
   * Mail an issued invoice once more
   * To the contacts that the body names, each by itself; when absent, to all of the buyer, else to the buyer’s own address.
   */
  notifyContacts(invoiceId: string, body?: string[], options?: ChangeOptions): Promise<Kept<BillingInvoice>>;
};

export type KnowledgeMethods = {
  /**
   * Search the documentation and the records that the caller may read
   * Articles, files by their texts, products, offers, entitlements, buyers and support tickets are found two seconds after they change, by whoever may read them; and the documentation of this service. What has the words in its name comes first.
   */
  search(query?: {
    /** Words, in any form; "words in this order"; `or`; `-word` for what is not to be there. At most 500 characters and 32 words. Without a word to look for nothing is found. */
    q?: string | undefined;
    /** Only this */
    type?: KnowledgePassageType | undefined;
    /** How many at most; a page has at most 100 */
    limit?: number | undefined;
    /** How many to pass over */
    offset?: number | undefined;
  }, options?: CallOptions): List<KnowledgeSearchResponse, Kept<KnowledgeSearchResult>>;
  /**
   * List articles
   * In order of creation time and id, without their texts.
   */
  listArticles(query?: ListQuery, options?: CallOptions): List<Kept<KnowledgeArticle>[], Kept<KnowledgeArticle>>;
  /**
   * Write an article
   * Markdown of the organization’s own, which every member may read and search. `title` is required; the text has at most 100,000 characters.
   */
  createArticle(body: KnowledgeArticle, options?: ChangeOptions): Promise<Kept<KnowledgeArticle>>;
  /**
   * Get an article
   * Get an article.
   */
  getArticle(articleId: string, options?: CallOptions): Promise<Kept<KnowledgeArticle>>;
  /**
   * Change an article
   * Change an article.
   */
  updateArticle(articleId: string, body: Patch<UpdateKnowledgeArticleParams>, options?: ChangeOptions): Promise<Kept<KnowledgeArticle>>;
  /**
   * Delete an article
   * Delete an article.
   */
  deleteArticle(articleId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Answer a question from what the caller may read
   * Searches as the caller, and has a language model answer from what was found: the one of the organization’s integration with service CHATBOT, or else the operator’s, whose use is charged. Every answer names its sources, and without one there is none. A repeat with the same `Idempotency-Key` is answered as before, and not charged.
   */
  answerQuestion(body: KnowledgeQuestion, options?: ChangeOptions): Promise<KnowledgeAnswer>;
};

export type MarketplacesMethods = {
  /**
   * Receive a notification of a marketplace
   * Called by marketplaces. Marketplaces prove themselves by their own signatures. 401 says that it is not genuine; 503 that this could not be checked, and that it is to be sent again.
   */
  receiveNotification(partner: string, orgId: string, body?: string, options?: ChangeOptions): Promise<{
    received: boolean;
  }>;
  /**
   * Receive a notification of a marketplace that says all in the query
   * Called by marketplaces that do not post. Marketplaces prove themselves by their own signatures. 401 says that it is not genuine; 503 that this could not be checked, and that it is to be sent again.
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
    /** Only members of this role */
    role?: string | undefined;
    /** Only the member with this address */
    email?: string | undefined;
    /** Only rows that have this text, in which no sign has a meaning. It is in the name or the e-mail address, in any letter case, or begins the id. */
    search?: string | undefined;
    /** Only rows that were created then or later */
    from?: string | undefined;
    /** Only rows that were created before */
    to?: string | undefined;
    /** Only these fields of each row, and its id; the others are left out */
    fields?: 'id' | 'userID' | 'organizationID' | 'name' | 'email' | 'role' | 'channelPartnerId' | 'status' | 'joinOrganizationTime' | 'invitedBy' | 'invitationExpireTime' | 'creationTime' | 'lastUpdateTime' | readonly ('id' | 'userID' | 'organizationID' | 'name' | 'email' | 'role' | 'channelPartnerId' | 'status' | 'joinOrganizationTime' | 'invitedBy' | 'invitationExpireTime' | 'creationTime' | 'lastUpdateTime')[] | undefined;
  }, options?: CallOptions): List<Kept<OrganizationMember>[], Kept<OrganizationMember>>;
  /**
   * Invite somebody by e-mail
   * The mail holds a token that is good for 7 days, and once. Inviting the same address again renews the invitation. The role may allow nothing beyond what the caller may do. With `channelPartnerId` somebody of a channel partner’s is invited, who reaches its portal and nothing else.
   */
  invite(body: InviteMemberParams, options?: ChangeOptions): Promise<Kept<OrganizationMember>>;
  /**
   * Get a member or an invitation
   * Get a member or an invitation.
   */
  get(userId: string, options?: CallOptions): Promise<Kept<OrganizationMember>>;
  /**
   * Change the role of a member or of an invitation
   * Counts from the member’s next request. The last ADMIN keeps its role. `channelPartnerId` binds a member to a channel partner, whose portal is all that it reaches then; null ends that.
   */
  update(userId: string, body: Patch<UpdateMemberParams>, options?: ChangeOptions): Promise<Kept<OrganizationMember>>;
  /**
   * Remove a member, or withdraw an invitation
   * Counts from the member’s next request. The last ADMIN cannot be removed.
   */
  remove(userId: string, options?: ChangeOptions): Promise<string>;
};

export type NotificationConfigInfoMethods = {
  /**
   * Get the notification configuration
   * Get the notification configuration.
   */
  get(options?: CallOptions): Promise<NotificationConfigInfo>;
  /**
   * Change the notification configuration
   * Absent fields stay. Maps merge by key and a null removes its key; arrays are replaced. What the service fills in is ignored.
   */
  update(body: Patch<NotificationConfigInfo>, options?: ChangeOptions): Promise<NotificationConfigInfo>;
};

export type NotificationEventsMethods = {
  /**
   * List notification events
   * What happened, newest first: one entry for each business fact, a moment after it was recorded. Without parameters, what is of priority HIGH or CRITICAL in the last 30 days.
   */
  list(query?: {
    /** First day, in UTC; 30 days before the last one when absent */
    startDate?: string | undefined;
    /** Last day, in UTC; today when absent */
    endDate?: string | undefined;
    /** How many rows at most */
    limit?: number | undefined;
    /** How many rows to pass over */
    offset?: number | undefined;
    /** Of LOW, MEDIUM, HIGH, CRITICAL, with commas between them */
    priorities?: string | undefined;
    /** What the message contains, in any letter case */
    message?: string | undefined;
  }, options?: CallOptions): List<ListNotificationEventsResponse, NotificationEvent>;
  /**
   * List the notification events of a record
   * All that happened to one record, of every priority, newest first.
   */
  listByEntity(entityType: string, entityId: string, query?: {
    /** How many rows at most */
    limit?: number | undefined;
    /** How many rows to pass over */
    offset?: number | undefined;
  }, options?: CallOptions): List<ListNotificationEventsResponse, NotificationEvent>;
};

export type NotificationMessagesMethods = {
  /**
   * List notification messages
   * What was sent about events, and to whom, newest first.
   */
  list(query?: {
    /** How many rows at most */
    limit?: number | undefined;
    /** How many rows to pass over */
    offset?: number | undefined;
    /** What subject or content contains, in any letter case */
    keyword?: string | undefined;
  }, options?: CallOptions): List<ListNotificationMessagesResponse, Kept<NotificationMessage>>;
  /**
   * Get a notification message
   * Get a notification message.
   */
  get(notificationMessageId: string, options?: CallOptions): Promise<Kept<NotificationMessage>>;
};

export type NotificationTemplateMethods = {
  /**
   * Preview the mail of a scope
   * The mail about an example, by the templates sent, else by those of the scope’s configuration, else by the usual ones. Nothing is sent or kept.
   */
  preview(body?: NotificationTemplateParams, options?: ChangeOptions): Promise<NotificationMessageInfo>;
  /**
   * Send the mail of a scope to members, as a test
   * The mail that a preview shows, to the caller or to the members whose addresses are given.
   */
  sendTestNotification(body?: NotificationTemplateParams, options?: ChangeOptions): Promise<Kept<NotificationMessage>[]>;
};

export type OfferFillerConfigInfosMethods = {
  /**
   * Get how offers were filled (deprecated)
   * No longer used; what was stored can be read.
   * @deprecated
   */
  get(options?: CallOptions): Promise<OfferFillerConfigInfo[]>;
};

export type OfferFillerCrmPartnerConfigInfosMethods = {
  /**
   * Get how offers were filled by CRM (deprecated)
   * No longer used; what was stored can be read.
   * @deprecated
   */
  get(options?: CallOptions): Promise<Record<string, unknown>>;
};

export type OfferSetsMethods = {
  /**
   * List offer sets
   * Oldest first. Deleted sets are shown when the filter names the column status.
   */
  list(query?: {
    /** How many rows at most */
    page_size?: number | undefined;
    /** Which page; the first is 1 */
    page_number?: number | undefined;
    /** Which rows: a filter in prefix form of = != < <= > >= in like ilike is-null and or not, such as (or (= column 'value') (is-null column)). Columns: id, name, partner, status, external_id, expire_time, created_by, last_updated_by, creation_time, last_update_time */
    q?: string | undefined;
    /** In which order: column:asc,column:desc or -column,column. Columns: id, name, partner, status, external_id, expire_time, created_by, last_updated_by, creation_time, last_update_time */
    s?: string | undefined;
  }, options?: CallOptions): List<OfferSetPage, Kept<OfferSet>>;
  /**
   * Create an offer set
   * A draft without offers. Add the offers, then publish it. Only marketplace A has offer sets.
   */
  create(body: OfferSet, options?: ChangeOptions): Promise<Kept<OfferSet>>;
  /**
   * Get an offer set
   * Get an offer set.
   */
  get(offerSetId: string, options?: CallOptions): Promise<Kept<OfferSet>>;
  /**
   * Change an offer set
   * What is absent stays; an empty text takes a field away. `info` and `expireTime` can be changed in a DRAFT only.
   */
  update(offerSetId: string, body: Patch<OfferSet>, options?: ChangeOptions): Promise<Kept<OfferSet>>;
  /**
   * Delete an offer set
   * A DRAFT lets its offers go; otherwise the set must have come to an end without a sale.
   */
  delete(offerSetId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Add an offer to an offer set
   * The set must be a DRAFT; the offer a private one on marketplace A that is a DRAFT or CREATE_FAILED, and to the buyer of the others. One that is in the set already stays so.
   */
  addOffer(offerSetId: string, offerId: string, options?: ChangeOptions): Promise<Kept<OfferSet>>;
  /**
   * Remove an offer from an offer set
   * The set must be a DRAFT. The offer itself stays. Nothing changes when it is not in the set. A client that puts `..` in the place of the set deletes the offer: the same with the offer as a parameter, `DELETE …/offerSet/{offerSetId}/offer`, cannot be mistaken so.
   */
  removeOffer(offerSetId: string, offerId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Remove an offer, named by a parameter, from an offer set
   * The set must be a DRAFT. The offer itself stays. Nothing changes when it is not in the set.
   */
  takeOffer(offerSetId: string, query: {
    /** The offer */
    offerId: string;
  }, options?: ChangeOptions): Promise<string>;
  /**
   * Publish an offer set
   * Its offers are created at the marketplace by jobs: the answer is PENDING_CREATE. It is PENDING_ACCEPTANCE when all of them are, and CREATE_FAILED when one could not be made: publishing it again tries that one again.
   */
  publish(offerSetId: string, options?: ChangeOptions): Promise<Kept<OfferSet>>;
  /**
   * Cancel an offer set
   * Cancels all its offers that stand: the answer is PENDING_CANCEL, and CANCELLED at once where none stands. A buyer who accepted all of them before wins.
   */
  cancel(offerSetId: string, options?: ChangeOptions): Promise<Kept<OfferSet>>;
};

export type OffersMethods = {
  /**
   * Unlink a contact, named by a parameter, from an offer
   * Nothing changes when it was not linked.
   */
  unlinkContact(offerId: string, query: {
    /** The contact */
    contactId: string;
  }, options?: ChangeOptions): Promise<string>;
  /**
   * Create a private offer
   * The offer is created at the marketplace by a job: the answer is PENDING_CREATE, and a direct sale is PENDING_ACCEPTANCE at once. The same body from the same caller within 60 seconds has the first answer, and makes no second offer. With the id of a draft that draft is submitted, and keeps its id: a field of the body stands in the place of the draft’s. A draft that was submitted within the last 60 seconds by another body, or by another caller, is a 409: one draft makes one offer. Any other id is ignored. Where the organization has offers approved, only a draft that is Approved can be submitted, as it stands.
   */
  create(body: WorkloadOffer, options?: ChangeOptions): Promise<Kept<WorkloadOffer>>;
  /**
   * List offers
   * In order of creation time and id. Deleted offers are shown when asked for by status.
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
    /** Only offers that name this contact */
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
    /** Only offers whose approval is so; Submitted shows what waits for its approval */
    approvalStatus?: 'Submitted' | 'Approved' | 'Declined' | 'Action Required' | undefined;
    /** Only rows that have this text, in which no sign has a meaning. It is in the name, in any letter case, or begins the id or the externalID. */
    search?: string | undefined;
    /** Only rows that were created then or later */
    from?: string | undefined;
    /** Only rows that were created before */
    to?: string | undefined;
    /** Only these fields of each row, and its id; the others are left out */
    fields?: 'id' | 'organizationID' | 'name' | 'partner' | 'partnerID' | 'service' | 'productID' | 'productType' | 'buyerID' | 'contactIds' | 'offerType' | 'pricingType' | 'channelType' | 'externalID' | 'status' | 'subStatus' | 'info' | 'metaInfo' | 'endTime' | 'expireTime' | 'createdBy' | 'lastUpdatedBy' | 'creationTime' | 'lastUpdateTime' | readonly ('id' | 'organizationID' | 'name' | 'partner' | 'partnerID' | 'service' | 'productID' | 'productType' | 'buyerID' | 'contactIds' | 'offerType' | 'pricingType' | 'channelType' | 'externalID' | 'status' | 'subStatus' | 'info' | 'metaInfo' | 'endTime' | 'expireTime' | 'createdBy' | 'lastUpdatedBy' | 'creationTime' | 'lastUpdateTime')[] | undefined;
  }, options?: CallOptions): List<Kept<WorkloadOffer>[], Kept<WorkloadOffer>>;
  /**
   * Describe the form of a new offer
   * The fields of a new offer of a type at a partner, in steps, with words, kinds and known values. A finding of validateOffer belongs to the field whose pointer is the finding’s with `*` in the place of numbers, or the nearest above it. Fields that no form has are those that the service or the marketplace decides, and such as no person fills in.
   */
  getForm(query?: {
    /** Where it is sold; that of the product when absent */
    partner?: Partner | undefined;
    /** Type of the offer */
    offerType?: string | undefined;
    /** What is offered: its prices are the known values of the keys of others */
    productId?: string | undefined;
  }, options?: CallOptions): Promise<OfferFormStep[]>;
  /**
   * Get an offer
   * Get an offer.
   */
  get(offerId: string, options?: CallOptions): Promise<Kept<WorkloadOffer>>;
  /**
   * Delete an offer
   * A draft, or an offer that failed, expired or was cancelled. It shows where it is asked for by status.
   */
  delete(offerId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Change an offer
   * A draft, and an offer whose creation failed, changes freely. Of one that awaits its buyer the name, the times, the contacts and the terms change as far as its marketplace changes them: the answer is PENDING_UPDATE, and the offer shows the change once the marketplace has it. A direct sale changes at once.
   */
  update(offerId: string, body: Patch<WorkloadOffer>, options?: ChangeOptions): Promise<Kept<WorkloadOffer>>;
  /**
   * Save a draft of an offer
   * With the id of a draft that draft becomes what the body says, as a whole. Any other id is ignored, and a new draft made. A draft may be incomplete: it is checked when it is submitted, by creating an offer with its id.
   */
  createOrUpdateDraft(body: WorkloadOffer, options?: ChangeOptions): Promise<Kept<WorkloadOffer>>;
  /**
   * Check an offer without creating it
   * Every check that creating it would make: the form of the body, the rules of this service, whether the records that it names are there, and what its marketplace is known to refuse. Nothing is written. With the id of a draft, what that draft would be submitted as is checked.
   */
  validate(body: WorkloadOffer, options?: ChangeOptions): Promise<OfferValidation>;
  /**
   * Ask for the approval of an offer
   * Of a private offer that is a draft, or whose creation failed. It is checked as if it were published. Every offer can be submitted; where `requireApproval` is set in privateOfferConfigInfo, an offer is published only when it is Approved. A later change of its terms takes the request, or the approval, back.
   */
  submitForApproval(offerId: string, body?: ApprovalNote, options?: ChangeOptions): Promise<Kept<WorkloadOffer>>;
  /**
   * Approve an offer
   * Of an offer whose approval is Submitted, and which was not changed since. Who asked for the approval cannot decide, unless nobody else may.
   */
  approve(offerId: string, body?: ApprovalNote, options?: ChangeOptions): Promise<Kept<WorkloadOffer>>;
  /**
   * Decline an offer
   * Of an offer whose approval is Submitted, and which was not changed since. Who asked for the approval cannot decide, unless nobody else may.
   */
  decline(offerId: string, body: ReviewNote, options?: ChangeOptions): Promise<Kept<WorkloadOffer>>;
  /**
   * Ask for something to be done before an offer is approved
   * Of an offer whose approval is Submitted, and which was not changed since. Who asked for the approval cannot decide, unless nobody else may.
   */
  requestAction(offerId: string, body: ReviewNote, options?: ChangeOptions): Promise<Kept<WorkloadOffer>>;
  /**
   * Copy an offer into a new draft
   * Of an offer in any state. The draft has its terms; not what belongs to the sale or was decided by the service, such as its approval, and no times that have passed. With `cancelSourceAfterPublish` the offer is cancelled when the copy has reached PENDING_ACCEPTANCE: `metaInfo.sourceOfferCancelAfterPublishStatus` of the copy says how that went. The copy can be submitted, changed and deleted like any draft.
   */
  clone(offerId: string, body?: OfferClone, options?: ChangeOptions): Promise<Kept<WorkloadOffer>>;
  /**
   * Get an offer by its identifier at the marketplace
   * Where two marketplaces gave the same identifier, the offer that was created first.
   */
  getByExternalId(offerExternalId: string, options?: CallOptions): Promise<Kept<WorkloadOffer>>;
  /**
   * Change the meta info of an offer
   * In whatever state the offer is. Nothing is sent to the marketplace.
   */
  updateMetaInfo(offerId: string, body: Patch<WorkloadMetaInfo>, options?: ChangeOptions): Promise<WorkloadMetaInfo>;
  /**
   * Create an offer again whose creation failed
   * Change it first where that was the cause. What would be refused of a new offer is refused here too, such as an agreement that has ended. The answer is PENDING_CREATE.
   */
  retry(offerId: string, options?: ChangeOptions): Promise<Kept<WorkloadOffer>>;
  /**
   * Cancel an offer
   * At a marketplace the answer is PENDING_CANCEL, and CANCELLED or CANCEL_FAILED follows; a buyer who accepts in time has the offer. A direct sale or public offer is CANCELLED at once.
   */
  cancel(offerId: string, options?: ChangeOptions): Promise<Kept<WorkloadOffer>>;
  /**
   * Give the buyer more time to accept
   * An offer that has expired can be accepted again. At a marketplace the answer is PENDING_UPDATE.
   */
  extendExpiryDate(offerId: string, query: {
    /** The first day, in UTC, on which it can no longer be accepted */
    newExpiryDate: string;
  }, options?: ChangeOptions): Promise<Kept<WorkloadOffer>>;
  /**
   * Read an offer again at its marketplace
   * Answers the offer as it stands. What the marketplace shows follows; what is yours is retained.
   */
  synchronize(offerId: string, options?: ChangeOptions): Promise<Kept<WorkloadOffer>>;
  /**
   * Notify contacts of an offer
   * The contacts of the body, by id; without any, all contacts of the offer.
   */
  sendNotifications(offerId: string, body?: string[], options?: ChangeOptions): Promise<NotificationEvent>;
  /**
   * Say what became of the creation of an offer
   * Where the answer of a marketplace was lost that cannot be asked for the offer, it stays PENDING_CREATE with a message that says so. Look at the marketplace: an offer that is there is read by its identifier; one that is not becomes CREATE_FAILED, and can be created again.
   */
  resolveCreation(offerId: string, body: OfferCreationOutcome, options?: ChangeOptions): Promise<Kept<WorkloadOffer>>;
  /**
   * Get the address of the license agreement of an offer
   * Of several documents the one that they were merged into. The address of a file of the service is good for an hour. A standard agreement is the marketplace’s, and has no address here. Who may not write offers is shown other addresses without what is secret in them.
   */
  getEula(offerId: string, query?: {
    /** `string`: the address. `JSON`: the text of a JSON object with the address. */
    format?: 'JSON' | 'string' | undefined;
  }, options?: CallOptions): Promise<string>;
  /**
   * Get the address of the license agreement with the reseller of an offer
   * Get the address of the license agreement with the reseller of an offer.
   */
  getResellerEula(offerId: string, options?: CallOptions): Promise<string>;
  /**
   * Get the address of an offer as PDF
   * It is good for an hour, and shows the offer as it is when it is opened.
   */
  getPdf(offerId: string, options?: CallOptions): Promise<string>;
  /**
   * List the offers of a partner
   * In order of creation time and id, without deleted ones.
   */
  listByPartner(partner: string, query?: ListQuery, options?: CallOptions): List<Kept<WorkloadOffer>[], Kept<WorkloadOffer>>;
  /**
   * List what can be done with an offer
   * Each with the permission that it asks for, and where it is not possible the reason, as the operation would answer: the role of the caller, the state of the record, where it is. What a body or a parameter says, and quotas, are judged when it comes.
   */
  listActions(offerId: string, options?: CallOptions): Promise<Action[]>;
  /**
   * List the entitlements under an offer
   * In order of creation time and id, without deleted ones.
   */
  listEntitlements(offerId: string, query?: ListQuery, options?: CallOptions): List<Kept<WorkloadEntitlement>[], Kept<WorkloadEntitlement>>;
  /**
   * List the channel partners to which an offer is due
   * List the channel partners to which an offer is due.
   */
  listAttributions(offerId: string, query?: ListQuery, options?: CallOptions): List<Kept<OfferAttribution>[], Kept<OfferAttribution>>;
  /**
   * Say that an offer is due to a channel partner
   * Each channel partner has one attribution of an offer: a second call changes it. While somebody has said so, what is found by itself does not count: a deal registration that is won, and then the accounts that resell the offer. Shares come to 100 together at most. Once the offer was accepted nothing of it changes.
   */
  setAttribution(offerId: string, body: OfferAttribution, options?: ChangeOptions): Promise<Kept<OfferAttribution>>;
  /**
   * Say that an offer is not due to a channel partner
   * Say that an offer is not due to a channel partner.
   */
  deleteAttribution(offerId: string, channelPartnerId: string, options?: ChangeOptions): Promise<string>;
};

export type OnboardingInfoMethods = {
  /**
   * Get the first steps
   * A step that a member skips is skipped for the organization. Any member may.
   */
  get(options?: CallOptions): Promise<OnboardingInfo>;
  /**
   * Change the first steps
   * A step that a member skips is skipped for the organization. Any member may. Absent fields stay. Maps merge by key and a null removes its key; arrays are replaced. What the service fills in is ignored.
   */
  update(body: Patch<OnboardingInfo>, options?: ChangeOptions): Promise<OnboardingInfo>;
};

export type OperationsMethods = {
  /**
   * List operations
   * Work that goes on after the request that asked for it, in order of start time and id. An operation is kept for 30 days after its end.
   */
  list(query?: ListQuery & {
    /** Only operations about this offer; not together with another of these four */
    offerId?: string | undefined;
    /** Only operations about this entitlement; not together with another of these four */
    entitlementId?: string | undefined;
    /** Only operations about this opportunity of a CRM: of CRM A or C, or deal of CRM B; not together with another of these four */
    crmOpportunityId?: string | undefined;
    /** Only operations about this opportunity at a marketplace; not together with another of these four */
    partnerOpportunityId?: string | undefined;
    /** Only operations of this status */
    status?: 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELED' | undefined;
  }, options?: CallOptions): List<Kept<Operation>[], Kept<Operation>>;
  /**
   * Get an operation
   * Get an operation.
   */
  get(operationId: string, query?: {
    /** The run; the only one when absent */
    runId?: string | undefined;
    /** true: also the operations that this one enqueued in its turn, one level */
    hasChildren?: boolean | undefined;
  }, options?: CallOptions): Promise<Kept<OperationDetails>>;
  /**
   * Cancel an operation
   * It is not started again. A run that is going on ends first, and when it succeeds the operation is COMPLETED all the same.
   */
  cancel(operationId: string, options?: ChangeOptions): Promise<Kept<OperationDetails>>;
};

export type OrganizationConfigInfoMethods = {
  /**
   * Get the general settings
   * Get the general settings.
   */
  get(options?: CallOptions): Promise<OrganizationConfigInfo>;
  /**
   * Change the general settings
   * Absent fields stay. Maps merge by key and a null removes its key; arrays are replaced. What the service fills in is ignored.
   */
  update(body: Patch<OrganizationConfigInfo>, options?: ChangeOptions): Promise<OrganizationConfigInfo>;
};

export type OrganizationsMethods = {
  /**
   * List the organizations that the caller may use
   * List the organizations that the caller may use.
   */
  list(options?: CallOptions): Promise<Kept<ListOrganizationsByUserRow>[]>;
  /**
   * Create an organization
   * For people who have signed in; the creator is its first ADMIN. A TEST organization is ACTIVE at once, another one when it is approved. Members must have addresses of the creator’s domain unless it is a public mail provider’s, or `emailDomain` is empty.
   */
  create(body: CreateOrganizationParams, options?: ChangeOptions): Promise<Kept<ListOrganizationsByUserRow>>;
  /**
   * Get an organization
   * Get an organization.
   */
  get(options?: CallOptions): Promise<Kept<ListOrganizationsByUserRow>>;
  /**
   * Change an organization
   * Absent fields stay; null, or an empty text, removes one. A body with none of them is refused. `emailDomain` can be set to the domain of the caller’s own address. Settings in `info` have operations of their own and are ignored here. Setting `requireSecondFactor` needs a session with a second factor, or one of the provider of the organization; sessions without are refused from the next request on. API clients are not affected.
   */
  update(body: Patch<UpdateOrganizationParams>, options?: ChangeOptions): Promise<Kept<ListOrganizationsByUserRow>>;
  /**
   * Delete an organization
   * It is not there any more for anybody. Refused while it has entitlements that go on, or usage that was not settled or not taken by its marketplace. One that has ever sold anything is deleted only with its name in `confirm`.
   */
  delete(query?: {
    /** The name of the organization */
    confirm?: string | undefined;
  }, options?: ChangeOptions): Promise<string>;
  /**
   * Leave the organization
   * Ends the caller’s own membership. The last ADMIN cannot leave; an API client is no member.
   */
  leave(options?: ChangeOptions): Promise<string>;
};

export type OverviewMethods = {
  /**
   * Get how the organization stands
   * Offers and entitlements by state and worth, what somebody has to look at, and the first steps. It is counted at most every 10 s.
   */
  get(options?: CallOptions): Promise<Overview>;
};

export type PartnerPortalMethods = {
  /**
   * Get the channel partner for which the caller acts
   * Get the channel partner for which the caller acts.
   */
  getChannelPartner(options?: CallOptions): Promise<Kept<PortalChannelPartner>>;
  /**
   * List the agreements with the caller’s channel partner
   * List the agreements with the caller’s channel partner.
   */
  listAgreements(query?: ListQuery, options?: CallOptions): List<Kept<PortalAgreement>[], Kept<PortalAgreement>>;
  /**
   * List the deal registrations of the caller’s channel partner
   * List the deal registrations of the caller’s channel partner.
   */
  listDealRegistrations(query?: ListQuery & {
    /** State of a deal registration. */
    status?: DealRegistrationStatus | undefined;
  }, options?: CallOptions): List<Kept<PortalDealRegistration>[], Kept<PortalDealRegistration>>;
  /**
   * Create a deal registration
   * A draft, of which nothing must be said yet.
   */
  createDealRegistration(body: PortalDealRegistration, options?: ChangeOptions): Promise<Kept<PortalDealRegistration>>;
  /**
   * Get a deal registration of the caller’s channel partner
   * Get a deal registration of the caller’s channel partner.
   */
  getDealRegistration(dealRegistrationId: string, options?: CallOptions): Promise<Kept<PortalDealRegistration>>;
  /**
   * Change a deal registration
   * In DRAFT and ACTION_REQUIRED. What is absent stays; lists are replaced; null takes a field away.
   */
  updateDealRegistration(dealRegistrationId: string, body: Patch<UpdateDealRegistrationParams>, options?: ChangeOptions): Promise<Kept<PortalDealRegistration>>;
  /**
   * Submit a deal registration for approval
   * It needs a product, and a customer with a domain, an account or crmAAccountId. One that is SUBMITTED stays as it is.
   */
  submitDealRegistration(dealRegistrationId: string, options?: ChangeOptions): Promise<Kept<PortalDealRegistration>>;
  /**
   * Withdraw a deal registration
   * One that has not ended; what it protects is free. One that is WITHDRAWN stays as it is.
   */
  withdrawDealRegistration(dealRegistrationId: string, body?: DealRegistrationNote, options?: ChangeOptions): Promise<Kept<PortalDealRegistration>>;
  /**
   * List the offers that are due to the caller’s channel partner
   * In the order in which they became due to it.
   */
  listOffers(query?: ListQuery, options?: CallOptions): List<Kept<PortalOffer>[], Kept<PortalOffer>>;
  /**
   * Get an offer that is due to the caller’s channel partner
   * Get an offer that is due to the caller’s channel partner.
   */
  getOffer(offerId: string, options?: CallOptions): Promise<Kept<PortalOffer>>;
  /**
   * Report what the caller’s channel partner brought, and what it has of that
   * Days are UTC. A sale counts on its day, and its share is earned on the day on which its money had come: when its marketplace disbursed it, or its invoice was paid. No sum has two currencies.
   */
  getReport(query?: {
    /** First day, in UTC; 30 days before the last one when absent */
    startDate?: string | undefined;
    /** Last day, in UTC; today when absent */
    endDate?: string | undefined;
  }, options?: CallOptions): Promise<ChannelPartnerReport>;
};

export type PaymentTransactionsMethods = {
  /**
   * List payment transactions
   * Charges and refunds, in order of creation time and id.
   */
  list(query?: ListQuery & {
    /** Only of this buyer */
    buyerId?: string | undefined;
    /** Only of this entitlement */
    entitlementId?: string | undefined;
    /** Only of this invoice */
    invoiceId?: string | undefined;
    /** Only in this state */
    status?: BillingPaymentStatus | undefined;
    /** Only of this type */
    type?: BillingPaymentTransactionType | undefined;
  }, options?: CallOptions): List<Kept<BillingPaymentTransaction>[], Kept<BillingPaymentTransaction>>;
  /**
   * List the refunds of a charge
   * In order of creation time and id, with those that failed.
   */
  listRefund(buyerId: string, paymentTransactionId: string, query?: ListQuery, options?: CallOptions): List<Kept<BillingPaymentTransaction>[], Kept<BillingPaymentTransaction>>;
};

export type PaymentsMethods = {
  /**
   * Receive a notification of a payment provider
   * Called by payment providers, which prove themselves by their own signatures.
   */
  receiveNotification(partner: string, orgId: string, body?: string, options?: ChangeOptions): Promise<{
    received: boolean;
  }>;
};

export type PrivateOfferConfigInfoMethods = {
  /**
   * Get the settings of private offers
   * With `requireApproval` true, a private offer is published only when it was approved; see `submitForApproval`.
   */
  get(options?: CallOptions): Promise<PrivateOfferConfigInfo>;
  /**
   * Change the settings of private offers
   * With `requireApproval` true, a private offer is published only when it was approved; see `submitForApproval`. Absent fields stay. Maps merge by key and a null removes its key; arrays are replaced. What the service fills in is ignored.
   */
  update(body: Patch<PrivateOfferConfigInfo>, options?: ChangeOptions): Promise<PrivateOfferConfigInfo>;
};

export type ProductsMethods = {
  /**
   * List products
   * In order of creation time and id. Deleted products are shown when asked for by status.
   */
  list(query?: ListQuery & {
    /** A marketplace, CRM, billing, metering or payment system; any letter case is accepted. */
    partner?: Partner | undefined;
    /** Only products in one of these states */
    status?: ProductStatus | readonly ProductStatus[] | undefined;
    /** Only products that are sold in this way */
    productType?: string | undefined;
    /** Only the product that the marketplace knows by this id */
    externalId?: string | undefined;
    /** Only rows that have this text, in which no sign has a meaning. It is in the name, in any letter case, or begins the id or the externalID. */
    search?: string | undefined;
    /** Only rows that were created then or later */
    from?: string | undefined;
    /** Only rows that were created before */
    to?: string | undefined;
    /** Only these fields of each row, and its id; the others are left out */
    fields?: 'id' | 'organizationID' | 'name' | 'partner' | 'partnerID' | 'service' | 'productType' | 'externalID' | 'fulfillmentUrl' | 'status' | 'info' | 'metaInfo' | 'createdBy' | 'lastUpdatedBy' | 'creationTime' | 'lastUpdateTime' | readonly ('id' | 'organizationID' | 'name' | 'partner' | 'partnerID' | 'service' | 'productType' | 'externalID' | 'fulfillmentUrl' | 'status' | 'info' | 'metaInfo' | 'createdBy' | 'lastUpdatedBy' | 'creationTime' | 'lastUpdateTime')[] | undefined;
  }, options?: CallOptions): List<Kept<WorkloadProduct>[], Kept<WorkloadProduct>>;
  /**
   * Create a product
   * With the id of a draft, or of a product whose creation failed, that one is submitted with the changes of the body. The listing at a marketplace is made by a job: the answer is PENDING_CREATE. A product for direct sale is CREATED at once.
   */
  create(body: WorkloadProduct, options?: ChangeOptions): Promise<Kept<WorkloadProduct>>;
  /**
   * List the products at one partner
   * In order of creation time and id. Deleted products are shown when asked for by status.
   */
  listByPartner(partner: string, query?: ListQuery & {
    /** Only products in one of these states */
    status?: ProductStatus | readonly ProductStatus[] | undefined;
    /** Only products that are sold in this way */
    productType?: string | undefined;
    /** Only the product that the marketplace knows by this id */
    externalId?: string | undefined;
    /** Only rows that have this text, in which no sign has a meaning. It is in the name, in any letter case, or begins the id or the externalID. */
    search?: string | undefined;
    /** Only rows that were created then or later */
    from?: string | undefined;
    /** Only rows that were created before */
    to?: string | undefined;
    /** Only these fields of each row, and its id; the others are left out */
    fields?: 'id' | 'organizationID' | 'name' | 'partner' | 'partnerID' | 'service' | 'productType' | 'externalID' | 'fulfillmentUrl' | 'status' | 'info' | 'metaInfo' | 'createdBy' | 'lastUpdatedBy' | 'creationTime' | 'lastUpdateTime' | readonly ('id' | 'organizationID' | 'name' | 'partner' | 'partnerID' | 'service' | 'productType' | 'externalID' | 'fulfillmentUrl' | 'status' | 'info' | 'metaInfo' | 'createdBy' | 'lastUpdatedBy' | 'creationTime' | 'lastUpdateTime')[] | undefined;
  }, options?: CallOptions): List<Kept<WorkloadProduct>[], Kept<WorkloadProduct>>;
  /**
   * Get a product
   * Get a product.
   */
  get(productId: string, options?: CallOptions): Promise<Kept<WorkloadProduct>>;
  /**
   * Change a product
   * List prices of a product at a marketplace change there, and are read by synchronising it: here they are refused unless they are the same. A changed name and fulfilment URL are sent to the marketplace.
   */
  update(productId: string, body: Patch<WorkloadProduct>, options?: ChangeOptions): Promise<Kept<WorkloadProduct>>;
  /**
   * Delete a product
   * Not while it is PUBLIC. Its listing at a marketplace stays as it is.
   */
  delete(productId: string, options?: ChangeOptions): Promise<string>;
  /**
   * List the dimensions that a product meters usage by
   * All of them, in the order of the product.
   */
  listMeteringDimensions(productId: string, options?: CallOptions): Promise<MeteringDimension[]>;
  /**
   * Save a draft of a product
   * With the id of a draft that draft is changed: absent fields stay. Any other id is ignored, and a new draft made.
   */
  createOrUpdateDraft(body: WorkloadProduct, options?: ChangeOptions): Promise<Kept<WorkloadProduct>>;
  /**
   * Change where buyers of a product sign up
   * Change where buyers of a product sign up.
   */
  updateFulfillmentUrl(productId: string, body: Patch<UpdateProductParams>, options?: ChangeOptions): Promise<Kept<WorkloadProduct>>;
  /**
   * Change the meta info of a product
   * Change the meta info of a product.
   */
  updateMetaInfo(productId: string, body: Patch<WorkloadMetaInfo>, options?: ChangeOptions): Promise<WorkloadMetaInfo>;
  /**
   * Publish a product
   * A marketplace publishes by a job: the answer is PENDING_PUBLISH. A product for direct sale is PUBLIC at once. A body changes the product as `updateProduct` does, in the same step; of a price at a marketplace, too, only the same is taken.
   */
  publish(productId: string, body?: Patch<WorkloadProduct>, options?: ChangeOptions): Promise<Kept<WorkloadProduct>>;
  /**
   * Read a product again at its marketplace
   * Answers the product as it stands. List prices, dimensions, fulfilment and status follow once the marketplace has been read.
   */
  synchronize(productId: string, options?: ChangeOptions): Promise<Kept<WorkloadProduct>>;
  /**
   * Read all products of a marketplace
   * New listings appear as products, known ones are brought up to date, and a product that was deleted here comes back.
   */
  import(body: ProductImport, options?: ChangeOptions): Promise<ProductImportReceipt>;
  /**
   * List the offers of a product
   * In order of creation time and id, without deleted ones.
   */
  listOffers(productId: string, query?: ListQuery, options?: CallOptions): List<Kept<WorkloadOffer>[], Kept<WorkloadOffer>>;
  /**
   * List the entitlements to a product
   * In order of creation time and id, without deleted ones.
   */
  listEntitlements(productId: string, query?: ListQuery, options?: CallOptions): List<Kept<WorkloadEntitlement>[], Kept<WorkloadEntitlement>>;
  /**
   * List the usage record groups of a product
   * In the order in which they were reported, between days of their reporting. A page may end before its limit where its record groups are large: `nextOffset`, or the cursor in `Link`, says where it goes on.
   */
  listUsageRecordGroups(productId: string, query?: ListQuery & {
    /** First day, in UTC; 30 days before the last one when absent */
    startDate?: string | undefined;
    /** Last day, in UTC; today when absent */
    endDate?: string | undefined;
  }, options?: CallOptions): List<ListUsageRecordGroupsResponse, Kept<MeteringUsageRecordGroup>>;
};

export type QuotasMethods = {
  /**
   * List the quotas of the organization and what is used of them
   * Who has used a quota up gets a 429 from the operations that draw on it. Counting ends at the maximum and one.
   */
  list(query?: ListQuery, options?: CallOptions): List<Kept<OrganizationQuota>[], Kept<OrganizationQuota>>;
};

export type RevenueRecordDetailsMethods = {
  /**
   * List the lines of a marketplace’s feed of revenue
   * Each line as the marketplace says it, in its last version. In the order of their days. A page may end before its limit where its rows are large: `nextOffset`, or the cursor in `Link`, says where it goes on.
   */
  list(partner: string, query?: ListQuery & {
    /** First day, in UTC; 30 days before the last one when absent */
    startDate?: string | undefined;
    /** Last day, in UTC; today when absent */
    endDate?: string | undefined;
    /** Only of this product */
    productId?: string | undefined;
    /** Only of this entitlement */
    entitlementId?: string | undefined;
    /** Only of this buyer */
    buyerId?: string | undefined;
    /** true: only lines of a sale whose entitlement is not known */
    unmatched?: boolean | undefined;
  }, options?: CallOptions): List<ListRevenueRecordDetailsResponse, RevenueRecordDetail>;
};

export type RevenueRecordsMethods = {
  /**
   * List revenue records
   * What the lines of the marketplace come to, by entitlement, day and currency. In the order of their days. A page may end before its limit where its rows are large: `nextOffset`, or the cursor in `Link`, says where it goes on.
   */
  list(partner: string, query?: ListQuery & {
    /** First day, in UTC; 30 days before the last one when absent */
    startDate?: string | undefined;
    /** Last day, in UTC; today when absent */
    endDate?: string | undefined;
    /** Only of this product */
    productId?: string | undefined;
    /** Only of this entitlement */
    entitlementId?: string | undefined;
    /** Only of this buyer */
    buyerId?: string | undefined;
  }, options?: CallOptions): List<ListRevenueRecordsResponse, Kept<RevenueRecord>>;
};

export type RevenueReportMethods = {
  /**
   * Report an amount of revenue by day or month
   * Of at most 400 days or months, each currency apart. Of invoiced and disbursed amounts, refunds are a field of their own.
   */
  get(body: GetRevenueReportParams, options?: ChangeOptions): Promise<RevenueReport>;
};

export type RolesMethods = {
  /**
   * List the roles of the organization
   * The standard roles first, then those that the organization made, in order of creation time and id.
   */
  list(query?: ListQuery, options?: CallOptions): List<Kept<OrganizationRole>[], Kept<OrganizationRole>>;
  /**
   * Create a role
   * It may allow nothing beyond what the caller may do.
   */
  create(body: CreateRoleParams, options?: ChangeOptions): Promise<Kept<OrganizationRole>>;
  /**
   * Get a role
   * Get a role.
   */
  get(roleName: string, options?: CallOptions): Promise<Kept<OrganizationRole>>;
  /**
   * Change a role
   * Counts from the next request of whoever has it. The name stays; standard roles cannot be changed.
   */
  update(roleName: string, body: Patch<UpdateRoleParams>, options?: ChangeOptions): Promise<Kept<OrganizationRole>>;
  /**
   * Delete a role that nobody has
   * Delete a role that nobody has.
   */
  delete(roleName: string, options?: ChangeOptions): Promise<string>;
};

export type SandboxMethods = {
  /**
   * Play the buyer who accepts an offer
   * Answers the offer as it stands. The marketplace then reports the acceptance, as a real one does, and the entitlement with its term appears: list entitlements by offerId.
   */
  acceptOffer(offerId: string, body?: SandboxAcceptance, options?: ChangeOptions): Promise<Kept<WorkloadOffer>>;
  /**
   * Play the buyer who turns an offer down
   * Of an offer that waits for a partner, the partner who does.
   */
  rejectOffer(offerId: string, options?: ChangeOptions): Promise<Kept<WorkloadOffer>>;
  /**
   * Play a buyer who orders a product by its public offer
   * Play a buyer who orders a product by its public offer.
   */
  order(body: SandboxOrder, options?: ChangeOptions): Promise<SandboxOrderReceipt>;
  /**
   * Play the buyer who cancels at the marketplace
   * The entitlement is CANCELLED once the marketplace has reported it.
   */
  cancelEntitlement(entitlementId: string, options?: ChangeOptions): Promise<Kept<WorkloadEntitlement>>;
  /**
   * Play the buyer who does not agree to a cancellation
   * The entitlement is ACTIVE again. On marketplace A the seller asks, and the buyer has seven days to answer: `cancel` agrees, and an advance of the test clock shows what comes without an answer.
   */
  refuseEntitlementCancellation(entitlementId: string, options?: ChangeOptions): Promise<Kept<WorkloadEntitlement>>;
  /**
   * Play the marketplace that suspends an entitlement
   * As when a buyer does not pay. Marketplaces A and F know no suspension.
   */
  suspendEntitlement(entitlementId: string, options?: ChangeOptions): Promise<Kept<WorkloadEntitlement>>;
  /**
   * Play the marketplace that reinstates a suspended entitlement
   * The entitlement is ACTIVE again.
   */
  reinstateEntitlement(entitlementId: string, options?: ChangeOptions): Promise<Kept<WorkloadEntitlement>>;
  /**
   * Play the buyer who renews before the end
   * A term of type ManualRenew begins at the present end, and ends one term after it. With autoRenew the marketplace renews by itself at the end: advance the test clock.
   */
  renewEntitlement(entitlementId: string, body?: SandboxRenewal, options?: ChangeOptions): Promise<Kept<WorkloadEntitlement>>;
  /**
   * Play the buyer who takes another number of units
   * A term of type QuantityChange follows. Marketplaces A and B only.
   */
  changeEntitlementQuantity(entitlementId: string, body: SandboxQuantityChange, options?: ChangeOptions): Promise<Kept<WorkloadEntitlement>>;
  /**
   * Play the buyer who takes another plan
   * A term of type PlanChange follows. Marketplaces A to D only.
   */
  changeEntitlementPlan(entitlementId: string, body: SandboxPlanChange, options?: ChangeOptions): Promise<Kept<WorkloadEntitlement>>;
  /**
   * Answer the time of the organization
   * Answer the time of the organization.
   */
  getClock(options?: CallOptions): Promise<SandboxClock>;
  /**
   * Advance the time of the organization
   * Everything that falls due on the way happens, in order and at its time: starts, ends, renewals, expiry, scheduled changes, here and at the marketplaces of the sandbox. The answer comes at once; the advance is an operation that can be followed and cancelled, and survives a restart. The clock never goes back.
   */
  advanceClock(body: SandboxClockAdvance, options?: ChangeOptions): Promise<SandboxClock>;
  /**
   * Let an event happen, to see what is sent of it
   * The event is about no record that there is; it goes the way of every other to mail and webhooks. Its title begins with TEST, and `info.isTest` is true.
   */
  triggerEvent(body: SandboxEventParams, options?: ChangeOptions): Promise<SandboxEvent>;
  /**
   * Let something go wrong at the marketplaces of the sandbox
   * FAIL_CREATE: a creation is refused with the cause. RATE_LIMIT: a call is turned away with 429. LOSE_CALL and LOSE_ANSWER: the connection is lost before a change has an effect, or after. SLOW: a change of an offer, or the end of an agreement, is taken, and made a minute later unless said otherwise. REJECT_USAGE: the first record of a call that reports usage is refused with the cause, and the whole call where one bad record has that effect. SKIP_USAGE: its last record is not processed. LOSE_NOTIFICATION, DELAY_NOTIFICATION (an hour unless said otherwise), REORDER_NOTIFICATION (a minute, so that others overtake it) and DUPLICATE_NOTIFICATION (sent twice, and once more under another id): what becomes of a notification. Of the next monthly payout: REFUND_REVENUE gives a tenth of a sale back, CORRECT_REVENUE lowers one that was billed before, DUPLICATE_REVENUE shows a line twice, UNKNOWN_REVENUE one of an agreement that nobody knows, ORDER_ID_REVENUE names the order in place of the agreement. Faults of a kind strike one after the other.
   */
  createFault(body: SandboxFaultParams, options?: ChangeOptions): Promise<Kept<SandboxFault>>;
  /**
   * List what was asked to go wrong
   * In order of creation time and id, with those that have struck as often as wanted.
   */
  listFaults(query?: ListQuery, options?: CallOptions): List<Kept<SandboxFault>[], Kept<SandboxFault>>;
  /**
   * Let something go right again
   * Let something go right again.
   */
  deleteFault(sandboxFaultId: string, options?: ChangeOptions): Promise<Kept<SandboxFault>>;
  /**
   * List the usage that the marketplaces of the sandbox bill
   * Each line as it was reported and taken, in order of creation time and id.
   */
  listUsage(query?: ListQuery & {
    /** Of this agreement only: the externalID of an entitlement. */
    agreementId?: string | undefined;
  }, options?: CallOptions): List<Kept<SandboxUsage>[], Kept<SandboxUsage>>;
  /**
   * List what the marketplaces of the sandbox bill of each dimension
   * The lines of each dimension of an agreement added up, in order of creation time and id.
   */
  listUsageTotals(query?: ListQuery, options?: CallOptions): List<Kept<SandboxUsageTotal>[], Kept<SandboxUsageTotal>>;
  /**
   * List what the marketplaces of the sandbox show of revenue
   * On the third of each month they bill what was sold in the last one, and pay out what they billed before: each line and the usage of each day, in order of creation time and id.
   */
  listRevenue(query?: ListQuery, options?: CallOptions): List<Kept<SandboxRevenue>[], Kept<SandboxRevenue>>;
  /**
   * Give a buyer a means of payment
   * The buyer’s first one is its default wallet. `outcome` says what becomes of charges: SUCCEED, DECLINE, HANG (under way until it is settled), DISPUTE (goes through and is disputed). The first `lostCalls` calls are lost before they have an effect, and the next `lostAnswers` after.
   */
  addPaymentMethod(buyerId: string, body?: SandboxPaymentMethodParams, options?: ChangeOptions): Promise<Kept<BillingWallet>>;
  /**
   * Settle a charge as a bank does, later
   * One that is under way goes through or is refused; one that went through can be disputed.
   */
  settlePayment(paymentTransactionId: string, body?: SandboxSettlementParams, options?: ChangeOptions): Promise<Kept<BillingPaymentTransaction>>;
  /**
   * Change the list prices of a product at the marketplace
   * Answers the product as it stands. It shows the new prices once it is synchronised, as from a real marketplace.
   */
  changeProduct(productId: string, body: Patch<SandboxProductChange>, options?: ChangeOptions): Promise<Kept<WorkloadProduct>>;
  /**
   * Play the buyer who accepts an offer set
   * All of its offers or none. Answers the set as it stands; it is ACCEPTED once the marketplace has reported each.
   */
  acceptOfferSet(offerSetId: string, body?: SandboxAcceptance, options?: ChangeOptions): Promise<Kept<OfferSet>>;
  /**
   * Play the partner who sells an offer on
   * Of an offer of type CPPO_OUT the partner makes an offer of type CPPO to a buyer, which appears with a link to it; the authorization is USED then. An offer that several parties share on marketplace B goes on to the buyer: PENDING_ACCEPTANCE. Answers the offer as it stands.
   */
  resellOffer(offerId: string, body?: SandboxResale, options?: ChangeOptions): Promise<Kept<WorkloadOffer>>;
  /**
   * Play the party that lets an authorization be used no more
   * What was made from it before goes on.
   */
  restrictOffer(offerId: string, options?: ChangeOptions): Promise<Kept<WorkloadOffer>>;
  /**
   * Play a vendor who lets the organization resell on marketplace A
   * An offer of type CPPO_IN appears, READY_TO_USE. Create an offer of type CPPO that names it in metaInfo.cppoInOfferId.
   */
  grantResaleAuthorization(body?: SandboxAuthorization, options?: ChangeOptions): Promise<SandboxAuthorizationReceipt>;
  /**
   * List what falls due next
   * Soonest first, by the organization’s clock: what happens when that is advanced, as far as it is known now. What nobody waits for, such as looks for notices, is not among it.
   */
  listUpcoming(query?: {
    /** How many at most */
    most?: number | undefined;
  }, options?: CallOptions): Promise<SandboxUpcoming[]>;
};

export type SeriesMethods = {
  /**
   * Get how something went over time
   * At most 400 spans; one without anything has the value 0. Deleted records are not counted.
   */
  get(query: {
    /** What is counted or summed */
    metric: 'offersCreated' | 'entitlementsCreated' | 'grossRevenue' | 'invoicedRevenue' | 'disbursedRevenue';
    /** How long a span is; weeks begin on Mondays */
    by?: 'day' | 'week' | 'month' | undefined;
    /** First day, in UTC; 29 days before the last one when absent */
    from?: string | undefined;
    /** Last day, in UTC; today when absent */
    to?: string | undefined;
    /** Of revenue, which needs it */
    currency?: string | undefined;
  }, options?: CallOptions): Promise<Series>;
};

export type SignupConnectionsMethods = {
  /**
   * List signups of clients
   * In order of creation time and id.
   */
  list(query?: ListQuery & {
    /** Only signups for this entitlement */
    entitlementId?: string | undefined;
  }, options?: CallOptions): List<Kept<SignupConnection>[], Kept<SignupConnection>>;
};

export type SsoConfigInfoMethods = {
  /**
   * Get single sign-on
   * Sign-in through an outside OpenID provider: `enabled`, `issuer` (its https address), `clientID`, `clientSecret` (written, and shown as stars), `defaultRole` (of people who come in for the first time; VIEWER when unset). Other fields are kept as they are. When the provider is turned off or exchanged, the sessions that it opened end, except those of the caller.
   */
  get(options?: CallOptions): Promise<SSOConfigInfo>;
  /**
   * Change single sign-on
   * Sign-in through an outside OpenID provider: `enabled`, `issuer` (its https address), `clientID`, `clientSecret` (written, and shown as stars), `defaultRole` (of people who come in for the first time; VIEWER when unset). Other fields are kept as they are. When the provider is turned off or exchanged, the sessions that it opened end, except those of the caller. Absent fields stay. Maps merge by key and a null removes its key; arrays are replaced. What the service fills in is ignored.
   */
  update(body: Patch<SSOConfigInfo>, options?: ChangeOptions): Promise<SSOConfigInfo>;
};

export type SupportMethods = {
  /**
   * List support tickets
   * In the order in which they were opened, without comments, and without links to attachments.
   */
  listTickets(query?: ListQuery, options?: CallOptions): List<ListSupportTicketsResponse, Kept<SupportTicket>>;
  /**
   * Open a support ticket
   * Asks the operator of the service. `name` is required. A suspended organization may do so, too, and whoever may read.
   */
  createTicket(body: SupportTicket, options?: ChangeOptions): Promise<Kept<SupportTicket>>;
  /**
   * Get a support ticket with its comments
   * Get a support ticket with its comments.
   */
  getTicket(ticketId: string, options?: CallOptions): Promise<Kept<SupportTicket>>;
  /**
   * Change priority and watchers of a support ticket
   * Both are required. Watchers are members. When the ticket is due follows from its priority: 4 hours, 1, 3 or 7 days after it was opened, unless the operator has said otherwise.
   */
  updateTicket(ticketId: string, body: Patch<UpdateSupportTicketRequest>, options?: ChangeOptions): Promise<Kept<SupportTicket>>;
  /**
   * Close a support ticket
   * One that is closed stays so. 30 days later it is archived, and nothing of it changes any more.
   */
  closeTicket(ticketId: string, options?: ChangeOptions): Promise<Kept<SupportTicket>>;
  /**
   * Open a closed support ticket again
   * One that is open stays as it is.
   */
  reopenTicket(ticketId: string, options?: ChangeOptions): Promise<Kept<SupportTicket>>;
  /**
   * Comment on a support ticket
   * The text is `comment_text`, or else the texts of `comment`. A closed ticket is open again. A ticket has at most 500.
   */
  createTicketComment(ticketId: string, body: SupportTicketComment, options?: ChangeOptions): Promise<Kept<SupportTicketComment>>;
  /**
   * Attach a file to a support ticket
   * A form (multipart/form-data) with one file: PDF, DOCX, plain text, HTML, PNG, JPEG, GIF or WebP, as its content shows. A ticket has at most 20.
   */
  createTicketAttachment(ticketId: string, body: CreateSupportTicketAttachmentRequest, options?: ChangeOptions): Promise<Kept<SupportTicketAttachment>[]>;
  /**
   * Receive a mail that answers one about a support ticket
   * Called by the mail server of the operator, which proves itself by a secret of its own (`Authorization: Bearer`), with a message as it came (RFC 5322), 15 MiB at most. It must be addressed to what such a mail named as `Reply-To`, and be from whom that was mailed to: it becomes a comment, and its attachments are attached. A message that came before is KNOWN; one that a program wrote, or that nothing can come of any more, is DROPPED.
   */
  receiveMail(body: string, options?: ChangeOptions): Promise<{
    /** What came of the message */
    result: 'COMMENTED' | 'KNOWN' | 'DROPPED';
    /** Why it was dropped */
    reason?: string;
  }>;
};

export type SystemMethods = {
  /**
   * Whether the process runs
   * Whether the process runs.
   */
  livez(options?: CallOptions): Promise<{
    status: 'ok' | 'unavailable';
    /** unavailable, when it is */
    code?: string;
    /** The request, when it is unavailable */
    requestId?: string;
  }>;
  /**
   * Whether the process can serve: the database answers, its migrations are done, and the process is not about to end
   * Whether the process can serve: the database answers, its migrations are done, and the process is not about to end.
   */
  readyz(options?: CallOptions): Promise<{
    status: 'ok' | 'unavailable';
    /** unavailable, when it is */
    code?: string;
    /** The request, when it is unavailable */
    requestId?: string;
  }>;
  /**
   * Which program this is
   * Which program this is.
   */
  version(options?: CallOptions): Promise<{
    name: string;
    /** By Semantic Versioning. */
    version: string;
  }>;
};

export type UsageBatchesMethods = {
  /**
   * List the calls that reported usage
   * In order of creation time and id: what was submitted when, by whom, and whether it was settled.
   */
  list(query?: ListQuery, options?: CallOptions): List<Kept<UsageBatch>[], Kept<UsageBatch>>;
  /**
   * Get a call that reported usage
   * Get a call that reported usage.
   */
  get(usageBatchId: string, options?: CallOptions): Promise<Kept<UsageBatch>>;
};

export type UsageMeteringConfigInfoMethods = {
  /**
   * Get the usage metering configuration
   * One entry for each partner.
   */
  get(options?: CallOptions): Promise<UsageMeteringConfigInfo>;
  /**
   * Change the usage metering configuration
   * One entry for each partner. Absent fields stay. Maps merge by key and a null removes its key; arrays are replaced. What the service fills in is ignored.
   */
  update(body: Patch<UsageMeteringConfigInfo>, options?: ChangeOptions): Promise<UsageMeteringConfigInfo>;
};

export type UsageMeteringDailyRecordsMethods = {
  /**
   * List usage by the day
   * Usage that was settled, by entitlement, dimension and day of use. In the order of their days. A page may end before its limit where its rows are large: `nextOffset`, or the cursor in `Link`, says where it goes on.
   */
  list(partner: string, query?: ListQuery & {
    /** First day, in UTC; 30 days before the last one when absent */
    startDate?: string | undefined;
    /** Last day, in UTC; today when absent */
    endDate?: string | undefined;
    /** Only of this entitlement */
    entitlementId?: string | undefined;
    /** Only of this buyer */
    buyerId?: string | undefined;
  }, options?: CallOptions): List<ListUsageMeteringDailyRecordsResponse, UsageMeteringDailyRecord>;
};

export type UsageMeteringDailyVerificationsMethods = {
  /**
   * Compare reported usage with billed usage, by the day
   * What the marketplace accepted, beside what it says that it bills. In the order of their days. A page may end before its limit where its rows are large: `nextOffset`, or the cursor in `Link`, says where it goes on.
   */
  list(partner: string, query?: ListQuery & {
    /** First day, in UTC; 30 days before the last one when absent */
    startDate?: string | undefined;
    /** Last day, in UTC; today when absent */
    endDate?: string | undefined;
    /** Only of this product */
    productId?: string | undefined;
    /** Only of this entitlement */
    entitlementId?: string | undefined;
    /** Only of this buyer */
    buyerId?: string | undefined;
  }, options?: CallOptions): List<ListUsageMeteringDailyVerificationsResponse, UsageMeteringDailyVerification>;
};

export type UsageRecordGroupsMethods = {
  /**
   * Report usage of an entitlement
   * Quantities are given in `records`, by the key of a dimension of the entitlement, its offer or its product, or in `billableRecords`, by billable metric. `timestamp` is when it was used: not more than 5 minutes ahead, in the life of the entitlement, and so recent that its marketplace still takes it. An `id` that was reported before with the same content answers that record, and nothing happens (R60).
   */
  report(entitlementId: string, body: CreateUsageRecordGroupParams, options?: ChangeOptions): Promise<Kept<MeteringUsageRecordGroup>>;
  /**
   * Report usage of many entitlements
   * Quantities are given in `records`, by the key of a dimension of the entitlement, its offer or its product, or in `billableRecords`, by billable metric. `timestamp` is when it was used: not more than 5 minutes ahead, in the life of the entitlement, and so recent that its marketplace still takes it. Groups that cannot be taken are kept as INVALID with the reason, and counted in `X-Invalid-Count`; the others are taken. An `id` that was reported before with other content is answered as INVALID and not kept. With an `Idempotency-Key`, groups without an `id` get the same one in each repeat.
   */
  batchReport(body: NewUsageRecordGroup[], query?: {
    /** true: all are taken, or none when one of them cannot be (400) */
    atomic?: boolean | undefined;
  }, options?: ChangeOptions): Promise<Kept<MeteringUsageRecordGroup>[]>;
  /**
   * Say whether usage can be taken
   * Nothing is written. Everything that is wrong is named, with its place in the body.
   */
  batchValidate(body: NewUsageRecordGroup[], options?: ChangeOptions): Promise<string>;
  /**
   * Report usage by a CSV file
   * A form (multipart/form-data) with a file: UTF-8, commas between cells, a first line with the names of the columns. `entitlementID`, or `customerId` of the buyer and `productID`, say of what it was used; `dimension` and `quantity`, or a column `records.<dimension>` for each dimension, how much; `timestamp` when; `id` the record group. What is no CSV or has a wrong first line is a 400, and nothing is taken. Else each line is judged for itself, 1,000 lines in a transaction, and the answer says what became of each. The same lines may be sent once more: a line without an `id` has one that follows from what it says (sale, `timestamp`, quantities) and from how many equal lines stand before it in the file, so that nothing counts twice, whatever program saved the file (R60). Usage that is new but says the same as a line of an earlier file needs a `timestamp` or an `id` of its own, or an `Idempotency-Key` of its file; `repeated` counts the lines that were reported before. Blank rows at the end of a file are skipped.
   */
  upload(body: UsageFileUpload, options?: ChangeOptions): Promise<UsageFileOutcome>;
  /**
   * Get a usage record group
   * Get a usage record group.
   */
  get(usageRecordGroupId: string, options?: CallOptions): Promise<Kept<MeteringUsageRecordGroup>>;
  /**
   * Delete a usage record group
   * One that is CREATED, and so not settled yet, or INVALID. It is never settled then, and stays to be read.
   */
  delete(usageRecordGroupId: string, query?: {
    /** Day on which it was reported, in UTC; not needed */
    creationDate?: string | undefined;
  }, options?: ChangeOptions): Promise<Kept<MeteringUsageRecordGroup>>;
  /**
   * List usage record groups
   * In the order in which they were reported, between days of their reporting. A page may end before its limit where its record groups are large: `nextOffset`, or the cursor in `Link`, says where it goes on.
   */
  list(query?: ListQuery & {
    /** First day, in UTC; 30 days before the last one when absent */
    startDate?: string | undefined;
    /** Last day, in UTC; today when absent */
    endDate?: string | undefined;
    /** A marketplace, CRM, billing, metering or payment system; any letter case is accepted. */
    partner?: Partner | undefined;
    /** Only usage of this buyer */
    buyerId?: string | undefined;
    /** Only usage of this entitlement */
    entitlementId?: string | undefined;
    /** Only groups that are so far */
    status?: 'CREATED' | 'REPORT_PENDING' | 'REPORTED' | 'REPORT_FAILED' | 'INVALID' | 'DELETED' | undefined;
    /** Only groups that came so */
    source?: '' | 'API' | 'CSV' | 'INTERNAL' | 'METERA' | 'METERB' | 'BILLB' | 'PAYA' | undefined;
    /** Only groups whose metaInfo has exactly this text as one of its values */
    metaInfo?: string | undefined;
  }, options?: CallOptions): List<ListUsageRecordGroupsResponse, Kept<MeteringUsageRecordGroup>>;
  /**
   * Try a usage record group again
   * One that is INVALID is judged anew, by the time of its use: if it can be taken now, it is CREATED. Of one that is REPORT_FAILED, what its marketplace refused or what came too late is sent again with the whole of its report, for its hour or the next that is open.
   */
  retry(usageRecordGroupId: string, query?: {
    /** Day on which it was reported, in UTC; not needed */
    creationDate?: string | undefined;
  }, options?: ChangeOptions): Promise<Kept<MeteringUsageRecordGroup>>;
};

export type UsageRecordReportsMethods = {
  /**
   * List usage record reports
   * In the order in which they were made, between days of their making. A page may end before its limit where its reports are large: `nextOffset`, or the cursor in `Link`, says where it goes on.
   */
  list(query?: ListQuery & {
    /** First day, in UTC; 30 days before the last one when absent */
    startDate?: string | undefined;
    /** Last day, in UTC; today when absent */
    endDate?: string | undefined;
    /** A marketplace, CRM, billing, metering or payment system; any letter case is accepted. */
    partner?: Partner | undefined;
    /** Only usage of this buyer */
    buyerId?: string | undefined;
    /** Only usage of this entitlement */
    entitlementId?: string | undefined;
  }, options?: CallOptions): List<ListUsageRecordReportsResponse, Kept<MeteringUsageRecordReport>>;
  /**
   * Get a usage record report
   * Its info names the first 1,000 of its record groups; `usageRecordGroupCount` says how many there are.
   */
  get(usageRecordReportId: string, options?: CallOptions): Promise<Kept<MeteringUsageRecordReport>>;
  /**
   * Send usage again that a marketplace refused, or that came too late
   * For its hour, or for the next one that is open at the marketplace and that no other usage of the dimension has. Mend first what the message of the report names.
   */
  retry(usageRecordReportId: string, options?: ChangeOptions): Promise<Kept<MeteringUsageRecordReport>>;
  /**
   * Say whether a marketplace has taken usage
   * Where a marketplace would count usage twice that is sent twice, and its answer was lost, usage waits for a person who looks there. What it has taken is REPORTED then; the rest is sent again, or missed where it is too late.
   */
  resolve(usageRecordReportId: string, body: UsageRecordReportResolution, options?: ChangeOptions): Promise<Kept<MeteringUsageRecordReport>>;
};

export type WebhooksMethods = {
  /**
   * Create a webhook endpoint
   * The secret is in this answer and nowhere else. Deliveries are signed as Standard Webhooks says, and for existing receivers with `X-Tradepost-Signature-256` too.
   */
  create(body: WebhookEndpoint, options?: ChangeOptions): Promise<Kept<WebhookEndpoint>>;
  /**
   * List the webhook endpoints of the organization
   * List the webhook endpoints of the organization.
   */
  list(query?: ListQuery, options?: CallOptions): List<Kept<WebhookEndpoint>[], Kept<WebhookEndpoint>>;
  /**
   * Get a webhook endpoint
   * Get a webhook endpoint.
   */
  get(webhookId: string, options?: CallOptions): Promise<Kept<WebhookEndpoint>>;
  /**
   * Change a webhook endpoint
   * Absent fields stay, headers merge by name and a null takes one away, lists are replaced whole. What is pending already goes to the new address.
   */
  update(webhookId: string, body: Patch<WebhookEndpoint>, options?: ChangeOptions): Promise<Kept<WebhookEndpoint>>;
  /**
   * Delete a webhook endpoint
   * What is pending for it is not sent any more.
   */
  delete(webhookId: string, options?: ChangeOptions): Promise<string>;
  /**
   * Replace the secret of a webhook endpoint
   * The new secret is in this answer and nowhere else. For `overlapHours` deliveries have a signature with each of both. A secret left over from an earlier rotation ends in any case.
   */
  rotateSecret(webhookId: string, body?: RotateWebhookSecretParams, options?: ChangeOptions): Promise<Kept<WebhookEndpoint>>;
  /**
   * Send events to a webhook endpoint again
   * What was pending when it was disabled goes on. What happened meanwhile can be replayed. It counts as well, whatever failed before.
   */
  enable(webhookId: string, options?: ChangeOptions): Promise<Kept<WebhookEndpoint>>;
  /**
   * Send a test event to a webhook endpoint
   * An event with the action TEST, to this endpoint only, whatever it chooses. It is tried once.
   */
  test(webhookId: string, options?: ChangeOptions): Promise<Kept<WebhookDelivery>>;
  /**
   * List the deliveries of a webhook endpoint
   * A delivery is kept for 30 days after its end.
   */
  listDeliveries(webhookId: string, query?: ListQuery & {
    /** Only deliveries of this status */
    status?: WebhookDeliveryStatus | undefined;
  }, options?: CallOptions): List<Kept<WebhookDelivery>[], Kept<WebhookDelivery>>;
  /**
   * Get a delivery of a webhook endpoint with its attempts
   * Get a delivery of a webhook endpoint with its attempts.
   */
  getDelivery(webhookId: string, deliveryId: string, options?: CallOptions): Promise<Kept<WebhookDeliveryDetails>>;
  /**
   * Send a delivery once more
   * With the same `webhook-id`, and with all its tries. Where order is kept it is sent in its turn.
   */
  resendDelivery(webhookId: string, deliveryId: string, options?: ChangeOptions): Promise<Kept<WebhookDelivery>>;
  /**
   * Send the events of a time to a webhook endpoint once more
   * With the same `webhook-id` as at first, in the order in which they happened. Events count that the endpoint takes as it is set now, also from before it was made or while it was disabled.
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
