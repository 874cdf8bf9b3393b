import type { Published } from '../../facts/differences.fixture.ts';

const common = 'alt:Alt prettyPrint:text';
const account = '/v1/providers/acme/accounts/someone';
const entitlement = '/v1/providers/acme/entitlements/order';
const subscription = '/v1/projects/acme/subscriptions/events';
const post = (path: string, body: string, answer: string) =>
  `POST ${path} | ${common} | ${body} | 200:${answer}`;

export const publishedProcurement: Published = {
  operations: {
    listAccounts: `GET /v1/providers/acme/accounts | ${common} pageSize:digits pageToken:text | | 200:AccountList`,
    getAccount: `GET ${account} | ${common} view:AccountView | | 200:Account`,
    approveAccount: post(`${account}:approve`, 'ApproveAccount', 'Empty'),
    rejectAccount: post(`${account}:reject`, 'RejectAccount', 'Empty'),
    resetAccount: post(`${account}:reset`, 'Empty', 'Empty'),
    listEntitlements: `GET /v1/providers/acme/entitlements | ${common} filter:text pageSize:digits pageToken:text | | 200:EntitlementList`,
    getEntitlement: `GET ${entitlement} | ${common} | | 200:Entitlement`,
    updateEntitlement: `PATCH ${entitlement} | ${common} updateMask:text | Entitlement | 200:Entitlement`,
    approveEntitlement: post(`${entitlement}:approve`, 'ApproveEntitlement', 'Empty'),
    rejectEntitlement: post(`${entitlement}:reject`, 'RejectEntitlement', 'Empty'),
    approvePlanChange: post(`${entitlement}:approvePlanChange`, 'ApprovePlanChange', 'Empty'),
    rejectPlanChange: post(`${entitlement}:rejectPlanChange`, 'RejectPlanChange', 'Empty'),
    suspendEntitlement: post(`${entitlement}:suspend`, 'SuspendEntitlement', 'Empty'),
  },
  records: {
    Empty: '',
    Account:
      'approvals:Approval[] createTime:time inputProperties:object name:text provider:text resellerParentBillingAccount:text state:AccountState updateTime:time',
    Approval: 'name:text reason:text state:ApprovalState updateTime:time',
    AccountList: 'accounts:Account[] nextPageToken:text',
    ApproveAccount: 'approvalName:text properties:text{} reason:text',
    RejectAccount: 'approvalName:text reason:text',
    Consumer: 'project:text',
    Entitlement:
      'account:text cancellationReason:text consumers:Consumer[] createTime:time entitlementBenefitIds:text[] inputProperties:object messageToUser:text name:text newOfferEndTime:time newOfferStartTime:time newPendingOffer:text newPendingOfferDuration:text newPendingPlan:text offer:text offerDuration:text offerEndTime:time orderId:text plan:text product:text productExternalName:text provider:text quoteExternalName:text state:EntitlementState subscriptionEndTime:time updateTime:time usageReportingId:text',
    EntitlementList: 'entitlements:Entitlement[] nextPageToken:text',
    ApproveEntitlement: 'entitlementMigrated:text properties:text{}',
    RejectEntitlement: 'reason:text',
    ApprovePlanChange: 'pendingPlanName:text!',
    RejectPlanChange: 'pendingPlanName:text! reason:text',
    SuspendEntitlement: 'reason:text',
  },
  choices: {
    Alt: 'json',
    AccountView: 'ACCOUNT_VIEW_UNSPECIFIED ACCOUNT_VIEW_BASIC ACCOUNT_VIEW_FULL',
    AccountState: 'ACCOUNT_STATE_UNSPECIFIED ACCOUNT_ACTIVATION_REQUESTED ACCOUNT_ACTIVE',
    ApprovalState: 'STATE_UNSPECIFIED PENDING APPROVED REJECTED',
    EntitlementState:
      'ENTITLEMENT_STATE_UNSPECIFIED ENTITLEMENT_ACTIVATION_REQUESTED ENTITLEMENT_ACTIVE ENTITLEMENT_PENDING_CANCELLATION ENTITLEMENT_CANCELLED ENTITLEMENT_PENDING_PLAN_CHANGE ENTITLEMENT_PENDING_PLAN_CHANGE_APPROVAL ENTITLEMENT_SUSPENDED',
  },
};

export const publishedPubsub: Published = {
  operations: {
    getSubscription: `GET ${subscription} | ${common} | | 200:Subscription`,
    pull: post(`${subscription}:pull`, 'Pull', 'Pulled'),
    acknowledge: post(`${subscription}:acknowledge`, 'Acknowledge', 'Empty'),
    modifyAckDeadline: post(`${subscription}:modifyAckDeadline`, 'ModifyAckDeadline', 'Empty'),
  },
  records: {
    Empty: '',
    Pull: 'maxMessages:int32! returnImmediately:boolean',
    Pulled: 'receivedMessages:ReceivedMessage[]',
    ReceivedMessage: 'ackId:text message:Message deliveryAttempt:int32',
    Message: 'data:base64 attributes:text{} messageId:text publishTime:time orderingKey:text',
    Acknowledge: 'ackIds:text[]!',
    ModifyAckDeadline: 'ackIds:text[]! ackDeadlineSeconds:int32!',
    Subscription:
      'name:text topic:text pushConfig:PushConfig ackDeadlineSeconds:int32 messageRetentionDuration:text expirationPolicy:ExpirationPolicy state:SubscriptionState',
    PushConfig: 'pushEndpoint:text attributes:text{} oidcToken:OidcToken',
    OidcToken: 'serviceAccountEmail:mail audience:text',
    ExpirationPolicy: 'ttl:text',
  },
  choices: { Alt: 'json', SubscriptionState: 'STATE_UNSPECIFIED ACTIVE RESOURCE_ERROR' },
};

export const publishedUsage: Published = {
  operations: {
    checkUsage: post('/v1/services/acme:check', 'CheckRequest', 'CheckResponse'),
    reportUsage: post('/v1/services/acme:report', 'ReportRequest', 'ReportResponse'),
  },
  records: {
    CheckRequest:
      'operation:Operation requestProjectSettings:boolean serviceConfigId:text skipActivationCheck:boolean',
    CheckResponse:
      'checkErrors:CheckError[] checkInfo:CheckInfo operationId:text quotaInfo:object serviceConfigId:text serviceRolloutId:text',
    CheckError: 'code:text detail:text status:Status subject:text',
    CheckInfo:
      'apiKeyUid:text consumerInfo:ConsumerInfo ignoreApiKeyUidAsCredentialId:boolean unusedArguments:text[]',
    ConsumerInfo: 'consumerNumber:int64Text projectNumber:int64Text type:text',
    ReportRequest: 'operations:Operation[] serviceConfigId:text',
    ReportResponse: 'reportErrors:ReportError[] serviceConfigId:text serviceRolloutId:text',
    ReportError: 'operationId:text status:Status',
    Status: 'code:int32 details:object[] message:text',
    Operation:
      'consumerId:text endTime:time importance:Importance labels:text{} logEntries:object[] metricValueSets:MetricValueSet[] operationId:text operationName:text quotaProperties:object resources:object[] startTime:time traceSpans:object[] userLabels:text{}',
    MetricValueSet: 'metricName:text metricValues:MetricValue[]',
    MetricValue:
      'boolValue:boolean distributionValue:object doubleValue:double endTime:time int64Value:int64Text labels:text{} moneyValue:object startTime:time stringValue:text',
  },
  choices: { Alt: 'json', Importance: 'LOW HIGH DEBUG PROMOTED' },
};

const offers = '/v1beta/projects/acme/locations/global/privateOffers';
const offer = `${offers}/offer`;
const postOffer = (path: string, body: string, answer: string) =>
  `POST ${path} | ${common} $alt:text | ${body} | 200:${answer}`;

const services = '/v1beta/projects/acme/locations/global/services';
const service = `${services}/service`;
const getOf = (path: string, query: string, answer: string) =>
  `GET ${path} | ${common} $alt:text ${query} | | 200:${answer}`;

export const publishedOffers: Published = {
  operations: {
    listServices: getOf(services, 'pageSize:digits pageToken:text', 'ServiceList'),
    getService: getOf(service, 'view:ServiceView', 'Service'),
    listStandardOffers: getOf(
      `${service}/standardOffers`,
      'pageSize:digits pageToken:text filter:text orderBy:text',
      'StandardOfferList',
    ),
    getStandardOffer: getOf(`${service}/standardOffers/plan`, 'view:StandardOfferView', 'StandardOffer'),
    listSkus: getOf(`${service}/skus`, 'pageSize:digits pageToken:text', 'SkuList'),
    getSku: getOf(`${service}/skus/sku`, '', 'Sku'),
    resolveAmendmentTarget: getOf(
      `${offers}:resolveAmendmentTarget`,
      'targetBillingAccount:text! baseStandardOffer:text!',
      'AmendmentTarget',
    ),
    getDocument: getOf(`${offer}/documents/document`, '', 'Document'),
    updateDocument: `PATCH ${offer}/documents/document | ${common} $alt:text updateMask:text | Document | 200:Document`,
    deleteDocument: `DELETE ${offer}/documents/document | ${common} $alt:text | | 200:Empty`,
    listPrivateOffers: `GET ${offers} | ${common} $alt:text pageSize:digits pageToken:text filter:text orderBy:text | | 200:PrivateOfferList`,
    getPrivateOffer: `GET ${offer} | ${common} $alt:text view:PrivateOfferView | | 200:PrivateOffer`,
    createPrivateOffer: postOffer(offers, 'PrivateOffer', 'PrivateOffer'),
    updatePrivateOffer: `PATCH ${offer} | ${common} $alt:text updateMask:text | PrivateOffer | 200:PrivateOffer`,
    publishPrivateOffer: postOffer(`${offer}:publish`, 'Publish', 'PrivateOffer'),
    cancelPrivateOffer: postOffer(`${offer}:cancel`, 'Cancel', 'PrivateOffer'),
    deletePrivateOffer: `DELETE ${offer} | ${common} $alt:text force:Switch | | 200:Empty`,
    listDocuments: `GET ${offer}/documents | ${common} $alt:text pageSize:digits pageToken:text | | 200:DocumentList`,
    createDocument: postOffer(`${offer}/documents`, 'Document', 'Document'),
  },
  records: {
    Service: 'name:text title:text productType:text',
    ServiceList: 'services:Service[] nextPageToken:text',
    StandardOffer:
      'name:text createTime:time updateTime:time effectiveTime:time expireTime:time serviceLevel:text serviceLevelTitle:text termDurationMonths:int32 priceModel:StandardPriceModel',
    StandardPriceModel: 'usage:StandardUsage flatFee:StandardFlatFee',
    StandardUsage: 'skuList:SkuNames skuGroupList:SkuGroupNames',
    SkuNames: 'skus:text[]',
    SkuGroupNames: 'skuGroups:text[]',
    StandardFlatFee: 'sku:text',
    StandardOfferList: 'standardOffers:StandardOffer[] nextPageToken:text',
    Sku: 'name:text description:text',
    SkuList: 'skus:Sku[] nextPageToken:text',
    AmendmentTarget: 'requiredPrivateOffer:text requiredStandardOffer:text optionalOffers:OptionalOffers',
    OptionalOffers: 'privateOffers:text[]',
    Empty: '',
    PrivateOffer:
      'name:text state:OfferState publishRequirementGoogleReview:Review createTime:time updateTime:time publishTime:time acceptTime:time cancelTime:time endTime:time cancellationNote:text resellerContact:Contact internalNote:text(0..1500) offerDealType:DealType title:text(0..256) customerNote:text(0..120) partnerContact:PartnerContact customer:Customer acceptDeadlineTime:DateTime term:Term singleProductOffer:SingleProductOffer',
    Review: 'reviewApproveTime:time',
    Contact: 'contact:text email:mail',
    PartnerContact: 'contact:text(0..256) email:mail',
    Customer:
      'entityTitle:text(0..256) contact:text(0..256) email:mail address:text targetBillingAccount:text',
    DateTime:
      'year:int32 month:int32 day:int32 hours:int32 minutes:int32 seconds:int32 nanos:int32 utcOffset:text timeZone:TimeZone',
    TimeZone: 'id:text version:text',
    Money: 'currencyCode:text units:int64Text nanos:int32',
    Decimal: 'value:text',
    Term: 'startPolicy:StartPolicy scheduledStartTime:DateTime endPolicy:EndPolicy durationMonths:int32 scheduledEndTime:DateTime maxRenewalCount:int32 unlimitedRenewal:boolean effectiveTermEndTime:DateTime',
    SingleProductOffer:
      'baseStandardOffer:text serviceLevel:text amendedPrivateOffer:text amendedStandardOffer:text standardIntervalPrice:StandardIntervalPrice customIntervalPrice:CustomIntervalPrice effectiveInstallmentTimeline:Installment[] features:Feature[] resellerPrivateOfferPlanId:text contractValue:ContractValue revenueShare:RevenueShare additionalContractValue:AdditionalContractValue',
    StandardIntervalPrice: 'standardInterval:StandardInterval priceModel:PriceModel',
    CustomIntervalPrice: 'installments:Installment[]',
    Installment: 'startTime:DateTime priceModel:PriceModel',
    PriceModel: 'usage:UsagePrice flatFee:FlatFee commitment:Commitment',
    UsagePrice: 'defaultDiscountPercent:Decimal skuDiscounts:SkuDiscount[]',
    SkuDiscount: 'sku:text cloudBillingSku:text discountPercent:Decimal',
    FlatFee: 'flatFeeOverride:Money',
    Commitment:
      'commitmentAmount:Money discountPercent:Decimal additionalCredit:Money discardPreviousCreditBalance:boolean',
    Feature: 'displayName:text(0..128) value:text(0..3000)',
    ContractValue: 'totalContractValue:Money',
    RevenueShare: 'currentTermVendorNetRevenuePercent:Decimal renewalTermVendorNetRevenuePercent:Decimal',
    AdditionalContractValue: 'contractValue:Money eligibleSkus:text[]',
    PrivateOfferList: 'privateOffers:PrivateOffer[] nextPageToken:text',
    Publish: 'validateOnly:boolean',
    Cancel: 'cancellationNote:text',
    Document:
      'name:text createTime:time updateTime:time documentType:DocumentType! mimeType:text inlineContent:base64',
    DocumentList: 'privateOfferDocuments:Document[] nextPageToken:text',
  },
  choices: {
    Alt: 'json',
    Switch: 'true false',
    ServiceView: 'SERVICE_VIEW_UNSPECIFIED SERVICE_VIEW_BASIC SERVICE_VIEW_FULL',
    StandardOfferView: 'STANDARD_OFFER_VIEW_UNSPECIFIED STANDARD_OFFER_VIEW_BASIC STANDARD_OFFER_VIEW_FULL',
    PrivateOfferView: 'PRIVATE_OFFER_VIEW_UNSPECIFIED PRIVATE_OFFER_VIEW_BASIC PRIVATE_OFFER_VIEW_FULL',
    OfferState: 'STATE_UNSPECIFIED DRAFT PUBLISHING PUBLISHED ACCEPTED CANCELLED EXPIRED ENDED',
    DealType: 'OFFER_DEAL_TYPE_UNSPECIFIED CHANNEL_SHIFT MIGRATION NATIVE_RENEWAL NEW',
    StartPolicy: 'START_POLICY_UNSPECIFIED IMMEDIATE SCHEDULED_START_TIME',
    EndPolicy: 'END_POLICY_UNSPECIFIED AFTER_DURATION SCHEDULED_END_TIME MATCH_AMENDED_OFFER',
    StandardInterval:
      'STANDARD_INTERVAL_UNSPECIFIED MONTHLY_POSTPAY MONTHLY_PRORATED MONTHLY_NOT_PRORATED QUARTERLY_NOT_PRORATED YEARLY_NOT_PRORATED',
    DocumentType:
      'DOCUMENT_TYPE_UNSPECIFIED CUSTOM_END_USER_LICENSE_AGREEMENT STATEMENT_OF_WORK STANDARD_END_USER_LICENSE_AGREEMENT_V1 STANDARD_END_USER_LICENSE_AGREEMENT_V2',
  },
};

const objects = '/storage/v1/b/acme/o';

export const publishedStorage: Published = {
  operations: {
    listObjects: `GET ${objects} | ${common} delimiter:text endOffset:text filter:text includeFoldersAsPrefixes:text includeTrailingDelimiter:text matchGlob:text maxResults:digits pageToken:text prefix:text projection:Projection softDeleted:text startOffset:text userProject:text versions:text | | 200:ObjectList`,
    getObject: `GET ${objects}/a%20report | ${common} generation:digits ifGenerationMatch:digits ifGenerationNotMatch:digits ifMetagenerationMatch:digits ifMetagenerationNotMatch:digits projection:Projection restoreToken:text softDeleted:text userProject:text | | 200:StoredObject`,
  },
  records: {
    ObjectList: 'items:StoredObject[] kind:text nextPageToken:text prefixes:text[]',
    StoredObject:
      'acl:object[] bucket:text cacheControl:text componentCount:int32 contentDisposition:text contentEncoding:text contentLanguage:text contentType:text contexts:object crc32c:base64 customTime:time customerEncryption:object etag:base64 eventBasedHold:boolean generation:int64Text hardDeleteTime:time id:text kind:text kmsKeyName:text md5Hash:base64 mediaLink:uri metadata:text{} metageneration:int64Text name:text owner:object restoreToken:text retention:object retentionExpirationTime:time selfLink:uri size:int64Text softDeleteTime:time storageClass:text temporaryHold:boolean timeCreated:time timeDeleted:time timeFinalized:time timeStorageClassUpdated:time updated:time',
  },
  choices: { Alt: 'json media', Projection: 'full noAcl' },
};
