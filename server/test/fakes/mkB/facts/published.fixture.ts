import type { Published } from '../../facts/differences.fixture.ts';

const id = '11111111-2222-4333-8444-555555555555';
const operationId = '66666666-7777-4888-9999-aaaaaaaaaaaa';
const base = `/saas/subscriptions/${id}`;
const common = 'api-version:ApiVersion! x-ms-requestid:uuid x-ms-correlationid:uuid';
const polled = '202>operation-location:uri';

export const publishedFulfilment: Published = {
  operations: {
    resolve: `POST /saas/subscriptions/resolve | ${common} x-ms-marketplace-token:text! | | 200:ResolvedSubscription 400 403 404 500`,
    listSubscriptions: `GET /saas/subscriptions | ${common} continuationToken:text | | 200:SubscriptionsResponse 403 500`,
    getSubscription: `GET ${base} | ${common} | | 200:Subscription 403 404 500`,
    updateSubscription: `PATCH ${base} | ${common} | SubscriberPlan | ${polled} 400 403 404 409 500`,
    deleteSubscription: `DELETE ${base} | ${common} | | ${polled} 400 403 404 409 500`,
    listAvailablePlans: `GET ${base}/listAvailablePlans | ${common} planId:text | | 200:SubscriptionPlans 403 404 500`,
    activateSubscription: `POST ${base}/activate | ${common} | SubscriberPlan | 200 400 403 404 500`,
    listOperations: `GET ${base}/operations | ${common} | | 200:OperationList 400 403 404 500`,
    getOperation: `GET ${base}/operations/${operationId} | ${common} | | 200:SaaSOperation 400 403 404 500`,
    updateOperation: `PATCH ${base}/operations/${operationId} | ${common} | UpdateOperation | 200 400 403 404 409 500`,
  },
  records: {
    ResolvedSubscription:
      'id:uuid subscriptionName:text offerId:text planId:text quantity:int64 subscription:Subscription',
    SubscriptionsResponse: 'subscriptions:Subscription[] @nextLink:uri',
    Subscription:
      'id:uuid publisherId:text offerId:text name:text saasSubscriptionStatus:SubscriptionStatus beneficiary:Person purchaser:Person planId:text quantity:int32 term:Term autoRenew:boolean isTest:boolean isFreeTrial:boolean allowedCustomerOperations:CustomerOperation[] sandboxType:SandboxType created:time sessionMode:SessionMode lastModified:time',
    Term: 'termUnit:TermUnit startDate:time endDate:time chargeDuration:text',
    Person: 'emailId:mail objectId:uuid tenantId:uuid puid:text',
    SubscriptionPlans: 'plans:Plan[]',
    Plan: 'planId:text displayName:text isPrivate:boolean description:text minQuantity:int64 maxQuantity:int64 hasFreeTrials:boolean isPricePerSeat:boolean isStopSell:boolean market:text planComponents:PlanComponents sourceOffers:SourceOffer[]',
    PlanComponents: 'recurrentBillingTerms:BillingTerm[] meteringDimensions:MeteringDimension[]',
    SourceOffer: 'externalId:uuid',
    BillingTerm:
      'currency:text price:double termUnit:TermUnit termDescription:text meteredQuantityIncluded:IncludedQuantity[]',
    IncludedQuantity: 'dimensionId:text units:text',
    MeteringDimension: 'id:text currency:text pricePerUnit:double unitOfMeasure:text displayName:text',
    SubscriberPlan: 'planId:text quantity:int64',
    ErrorBody: 'error:ErrorDetail',
    ErrorDetail: 'code:text message:text',
    UpdateOperation: 'planId:text quantity:int64 status:Outcome',
    OperationList: 'operations:SaaSOperation[]',
    SaaSOperation:
      'id:uuid activityId:uuid subscriptionId:uuid offerId:text publisherId:text planId:text quantity:int32 action:Action timeStamp:time status:OperationStatus errorStatusCode:text errorMessage:text',
    Notification:
      'id:uuid activityId:uuid publisherId:text offerId:text planId:text quantity:int32 subscriptionId:uuid timeStamp:time action:Action status:OperationStatus operationRequestSource:RequestSource subscription:Subscription purchaseToken:text',
  },
  choices: {
    ApiVersion: '2018-08-31',
    SubscriptionStatus: 'NotStarted PendingFulfillmentStart Subscribed Suspended Unsubscribed',
    CustomerOperation: 'Read Update Delete',
    SandboxType: 'None Csp',
    SessionMode: 'None DryRun',
    TermUnit: 'P1M P1Y P2Y P3Y P4Y P5Y',
    Outcome: 'Success Failure',
    Action: 'Unsubscribe ChangePlan ChangeQuantity Suspend Reinstate Renew Subscribe',
    OperationStatus: 'NotStarted InProgress Succeeded Failed Conflict',
    RequestSource: 'Azure Partner',
  },
};

const accepted =
  'usageEventId:uuid status:UsageStatus messageTime:time resourceId:uuid resourceUri:text quantity:double dimension:text effectiveStartTime:time planId:text';

export const publishedMetering: Published = {
  operations: {
    postUsageEvent: `POST /usageEvent | ${common} | UsageEvent | 200:AcceptedUsage 400:InvalidUsage 403 409:DuplicateUsage`,
    postBatchUsageEvent: `POST /batchUsageEvent | ${common} | UsageBatch | 200:BatchResult 400 403`,
    getUsageEvents: `GET /usageEvents | ${common} usageStartDate:time! UsageEndDate:time offerId:text planId:text dimension:text azureSubscriptionId:uuid reconStatus:ReconStatus | | 200:UsageDay[] 400 403`,
  },
  records: {
    UsageEvent:
      'resourceId:uuid resourceUri:text quantity:double dimension:text effectiveStartTime:time planId:text',
    UsageBatch: 'request:UsageEvent[1..25]',
    AcceptedUsage: accepted,
    UsageDay:
      'usageDate:time usageResourceId:uuid dimension:text planId:text planName:text offerId:text offerName:text offerType:text azureSubscriptionId:uuid reconStatus:ReconStatus submittedQuantity:double processedQuantity:double submittedCount:double',
    BatchResult: 'result:BatchUsage[] count:int64',
    BatchUsage: `${accepted} error:DuplicateUsage`,
    DuplicateUsage: 'additionalInfo:AcceptedMessage message:text code:text',
    AcceptedMessage: 'acceptedMessage:AcceptedUsage',
    InvalidUsage: 'code:text message:text target:text details:InvalidDetail[]',
    InvalidDetail: 'code:text message:text target:text',
  },
  choices: {
    ApiVersion: '2018-08-31',
    UsageStatus:
      'Accepted Expired Duplicate Error ResourceNotFound ResourceNotAuthorized ResourceNotActive InvalidDimension InvalidQuantity BadArgument',
    ReconStatus: 'Submitted Accepted Rejected Mismatch TestHeaders DryRun',
  },
};

const version = '$version:version!';
const page = `${version} $maxpagesize:text continuationToken:text`;
const jobPath = `/configure/${id}`;
const refusedWith = '400:Refusal 401:Refusal 404:Refusal';
const offer =
  '$schema:uri! resourceName:text(1..50) id:durable name:name(1..128)! offerPricingType:OfferPricingType variableStartDate:boolean start:date end:date preparedBy:mail notificationContacts:mail[0..5] lastModified:date eTag:text _etag:text';
const acceptable =
  'acceptBy:date subState:SubState acceptanceLinks:AcceptanceLink[] customerContractRenewal:boolean';

export const publishedIngestion: Published = {
  operations: {
    listProducts: `GET /product | ${page} externalID:text type:text | | 200:ProductList ${refusedWith}`,
    listPlans: `GET /plan | ${page} product:text! externalID:text | | 200:PlanList ${refusedWith}`,
    queryPrivateOffers: `GET /private-offer/query | ${version} continuationToken:text | | 200:OfferList ${refusedWith}`,
    getPrivateOffer: `GET /private-offer/${id} | ${version} | | 200:AnyOffer ${refusedWith}`,
    getPrice: `GET /price-and-availability-private-offer-plan/${id} | ${version} plan:text! | | 200:PriceResource ${refusedWith}`,
    configure: `POST /configure | ${version} | Configure | 202:JobStatus 400:Refusal 401:Refusal`,
    getJobStatus: `GET ${jobPath}/status | ${version} | | 200:JobStatus ${refusedWith}`,
    getJob: `GET ${jobPath} | ${version} | | 200:JobDetail ${refusedWith}`,
    cancelJob: `POST ${jobPath}/cancel | ${version} | | 200:JobStatus ${refusedWith}`,
  },
  records: {
    Configure: '$schema:uri! resources:object[]!',
    JobStatus:
      '$schema:uri! jobId:uuid! jobStatus:JobState! jobResult:JobResult! jobStart:time! jobEnd:time! resourceUri:uri errors:JobError[]!',
    JobError: 'code:text! message:text!',
    JobDetail: '$schema:uri! resources:AnyOffer[]!',
    OfferList: 'value:AnyOffer[]! @nextLink:uri',
    ProductList: 'value:Product[]! @nextLink:uri',
    PlanList: 'value:Plan[]! @nextLink:uri',
    Product: '$schema:uri! id:durable! identity:Identity! type:text! alias:text!',
    Plan: '$schema:uri! product:durable! id:durable! identity:Identity! alias:text!',
    Identity: 'externalId:text!',
    Refusal: 'error:RefusalDetail!',
    RefusalDetail: 'code:text! message:text! details:JobError[]',
    CustomerOffer: `${offer} ${acceptable} beneficiaries:Beneficiary[0..1] upgradedFrom:OfferReference pricing:Pricing[0..10] privateOfferType:CustomerType! state:CustomerState! termsAndConditionsDocSasUrl:uri`,
    ResellerOffer: `${offer} beneficiaries:Beneficiary[0..150] upgradedFrom:OfferReference pricing:Pricing[0..10] privateOfferType:ResellerType! state:ResellerState!`,
    OriginatorOffer: `${offer} ${acceptable} beneficiaries:Beneficiary[0..1] pricing:Pricing[0..10] privateOfferType:OriginatorType! state:ResellerState! partners:Partner[0..1] termsAndConditionsDocs:Document[0..5] notes:text(0..60)`,
    SellerOffer: `${offer} ${acceptable} beneficiaries:Beneficiary[0..1] privateOfferType:SellerType! state:SellerState! partners:Partner[0..1] originatorPricing:Pricing[0..10] originatorTermsAndConditionsDocs:Document[0..5] termsAndConditionsDocs:Document[0..5] markupPercentage:positive notes:text(0..60)`,
    AnyOffer:
      '$schema:uri! resourceName:text(1..50) id:durable! name:name(1..128)! offerPricingType:OfferPricingType variableStartDate:boolean start:date end:date preparedBy:mail notificationContacts:mail[0..5] lastModified:date eTag:text _etag:text acceptBy:date subState:text acceptanceLinks:AcceptanceLink[] customerContractRenewal:boolean privateOfferType:text! state:text! beneficiaries:Beneficiary[] upgradedFrom:OfferReference pricing:AnyPricing[] originatorPricing:AnyPricing[] partners:Partner[] termsAndConditionsDocSasUrl:uri originatorTermsAndConditionsDocs:Document[] termsAndConditionsDocs:Document[] markupPercentage:positive notes:text',
    AnyPricing:
      'product:durable! productName:text plan:durable planName:text basePlan:durable newPlanDetails:NewPlan discountType:text! discountPercentage:positive priceDetails:durable',
    Pricing:
      'product:durable! productName:text plan:durable planName:text basePlan:durable newPlanDetails:NewPlan discountType:DiscountType! discountPercentage:positive priceDetails:PriceReference',
    NewPlan: 'name:text! description:text!',
    PriceReference: 'resourceName:text(1..50)!',
    OfferReference: 'name:text id:durable',
    Beneficiary: 'id:text! description:text beneficiaryRecipients:Recipient[]',
    Recipient: 'id:text recipientType:RecipientType',
    Partner: 'id:text! partnerName:text location:text',
    Document: 'sasUrl:uri! fileName:text customerFacingDocumentName:text',
    AcceptanceLink: 'beneficiaryId:text link:uri',
    PriceResource:
      '$schema:uri! resourceName:text(1..50) id:durable product:durable! plan:durable! offerPricingType:OfferPricingType! pricing:Prices softwareReservation:Reservation',
    Prices: 'recurrentPrice:RecurrentPrice customMeters:CustomMeters',
    RecurrentPrice:
      'recurrentPriceMode:PriceMode priceInputOption:PriceInput! userLimits:UserLimits prices:TermPrice[]!',
    UserLimits: 'min:int32 max:int32',
    TermPrice:
      'billingTerm:Duration! paymentOption:Duration pricePerPaymentInUsd:positive! flexibleSchedule:FlexibleSchedule',
    FlexibleSchedule: 'price:positive initialCharge:Charge billingSchedule:DatedCharge[0..70]',
    Charge: 'pricePerPaymentInUsd:positive note:text',
    DatedCharge: 'chargeDate:date! pricePerPaymentInUsd:positive note:text',
    Duration: 'type:TermType! value:int32!',
    CustomMeters: 'priceInputOption:PriceInput! meters:Meter{}!',
    Meter: 'pricePerPaymentInUsd:positive includedQuantities:IncludedQuantity[]',
    IncludedQuantity: 'billingTerm:Duration! quantity:positive isInfinite:boolean',
    Reservation: 'reservationDuration:Duration! paymentSchedule:Duration! vmPrices:ReservationPrice{}!',
    ReservationPrice: 'quantity:positive! unitPricePerPaymentPeriodInUsd:positive!',
  },
  choices: {
    JobState: 'notStarted running completed',
    JobResult: 'pending succeeded failed cancelled',
    CustomerType: 'customerPromotion',
    ResellerType: 'cspPromotion',
    OriginatorType: 'multipartyPromotionOriginator',
    SellerType: 'multipartyPromotionChannelPartner',
    OfferPricingType:
      'editExistingOfferPricingOnly saasNewCustomizedPlans vmSoftwareReservations newCustomizedPlans',
    CustomerState: 'draft live deleted',
    ResellerState: 'draft live withdrawn deleted',
    SellerState: 'draft live withdrawn',
    SubState: 'pendingAcceptance accepted pendingPartnerAction',
    DiscountType: 'percentage absolute',
    RecipientType: 'cspCustomer billingGroup',
    PriceMode: 'flatRate perUser',
    PriceInput: 'usd',
    TermType: 'month year',
  },
};

const insightsRefusals = '400:Refusal 401:Refusal 403:Refusal 500:Refusal';
const envelope = 'totalCount:int32! message:text statusCode:int32!';

export const publishedInsights: Published = {
  operations: {
    listQueries: `GET /ScheduledQueries | | | 200:Queries ${insightsRefusals}`,
    createQuery: `POST /ScheduledQueries | | NewQuery | 200:Queries ${insightsRefusals}`,
    listReports: `GET /ScheduledReport | | | 200:Reports ${insightsRefusals}`,
    createReport: `POST /ScheduledReport | | NewReport | 200:Reports ${insightsRefusals} 404:Refusal`,
    listExecutions: `GET /ScheduledReport/execution/${id} | executionId:uuid executionStatus:ExecutionStatus getLatestExecution:Flag | | 200:Executions ${insightsRefusals} 404:Refusal`,
  },
  records: {
    NewQuery: 'Name:text! Description:text Query:text!',
    NewReport:
      'ReportName:text! Description:text QueryId:text! StartTime:time RecurrenceInterval:int32 RecurrenceCount:int32 Format:Format CallbackUrl:uri ExecuteNow:boolean QueryStartTime:time QueryEndTime:time',
    Queries: `value:Query[]! ${envelope}`,
    Query:
      'queryId:text! name:text! description:text query:text! type:QueryType! user:text createdTime:time!',
    Reports: `value:Report[]! ${envelope}`,
    Report:
      'reportId:uuid! reportName:text! description:text queryId:text! query:text! user:text createdTime:time! modifiedTime:time startTime:time! reportStatus:ReportStatus! recurrenceInterval:int32 recurrenceCount:int32 callbackUrl:uri format:Format!',
    Executions: `value:Execution[]! ${envelope}`,
    Execution:
      'executionId:uuid! reportId:uuid! recurrenceInterval:int32 recurrenceCount:int32 callbackUrl:uri format:Format! executionStatus:ExecutionStatus! reportAccessSecureLink:uri reportExpiryTime:time reportGeneratedTime:time',
    Refusal: `value:Query[] ${envelope}`,
  },
  choices: {
    ExecutionStatus: 'Pending Running Paused Completed',
    ReportStatus: 'Paused Active Inactive',
    QueryType: 'system userDefined',
    Format: 'csv tsv',
    Flag: 'true false',
  },
};
