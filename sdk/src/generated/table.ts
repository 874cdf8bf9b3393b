/** Made from openapi.json by `npm run generate`: do not edit. */

/**
 * A line for each group: name, noun, and a letter for each of the methods list, create, get, update and delete that is as
 * everywhere. Below it a line for each other method: name, verb, path and marks. In paths `~` is the organization, `<` the
 * noun, `>` one record of it, and `>` alone what the method is named. Marks: b JSON, f form, m files, r raw body; q query;
 * o open to anybody.
 */
export const table = `
account
 signUp P /user bo
 verifyEmail P /user/verifyEmail bo
 requestPasswordReset P /user/requestPasswordReset bo
 resetPassword P /user/resetPassword bo
 getMe G /user/me
 updateMe U /user/me b
 signOut P /user/me/signOut
 endMyOtherSessions P /user/me/endOtherSessions
 listMySessions G /user/me/session q
 deleteMySession D /user/me/session/*
 getMySecondFactors G /user/me/secondFactor
 beginTotp P /user/me/totp b
 confirmTotp P /user/me/totp/confirm b
 removeTotp P /user/me/totp/remove b
 renewRecoveryCodes P /user/me/recoveryCodes b
 beginPasskey P /user/me/passkey/begin b
 registerPasskey P /user/me/passkey b
 removePasskey P /user/me/passkey/*/remove b
 acceptInvitation P /user/acceptInvitation b
addons addon lcgud
 apply P ~entitlement/*/applyAddon b
aiBillingConfig aiBillingConfig
 get G <
 update U < b
aiInvoices aiInvoice lg
aiUsage aiUsage
 get G < q
apiClients apiClient lgud
 create P < bq
 rotateSecret P > b
 allowInOrganization P >organization b
 disallowInOrganization D >organization/*
auditingEvents auditingEvent g
 query G </query q
authentication
 exchangeToken P /oauth2/token fo
 revokeToken P /oauth2/revoke fo
 getKeySet G /.well-known/jwks.json o
 getAuthorizationServerMetadata G /.well-known/oauth-authorization-server o
billableMetrics billableMetric lcgu
buyers buyer lcgu
 delete D </* q
 revokeLinks P >
 merge P > b
 listByPartner G ~partner/*/buyer q
 listEntitlements G >entitlement q
 listWallets G >wallet q
 createCreditWallet P >wallet b
 getWallet G >wallet/*
 updateCreditWallet U >wallet/* b
 deleteWallet D >wallet/*
 closeCreditWallet U >wallet/*/close
 setDefaultWallet U >wallet/*/default
 createRefund P >paymentTransaction/*/refund q
channelPartnerTiers channelPartnerTier lcgud
channelPartners channelPartner lcgud
 listAgreements G >agreement q
 createAgreement P >agreement b
 getAgreement G >agreement/*
 updateAgreement U >agreement/* b
 deleteAgreement D >agreement/*
 getReport G >report q
clientSignupPageConfigInfo clientSignupPageConfigInfo
 get G <
 update U < b
 previewSignupPage G </preview
contacts contact lcgud
 listBuyers G >buyer q
 batchCreate P </batch b
 addToBuyer P >buyer/*
 removeFromBuyer D >buyer/*
 addToOffer P >offer/*
 removeFromOffer D >offer/*
 listOffers G >offer q
cosellAccountMappingConfigs cosellAccountMappingConfigs
 get G <
 update U < b
cosellConfigInfoV2 cosellConfigInfoV2
 get G <
 update U < b
cosellFillerConfigInfo cosellFillerConfigInfo
 get G <
 update U < b
cosellIntelligenceConfigInfo cosellIntelligenceConfigInfo
 get G <
 update U < b
dailyRevenueRecords dailyRevenueRecord l
dealRegistrations dealRegistration lcgud
 listConflicts G >conflict
 submit P >
 withdraw P > b
 lose P > b
 win P > b
 approve P > b
 requestAction P > b
 reject P > b
entitlements entitlement lcg
 listByPartner G ~partner/*/entitlement q
 listTerms G >entitlementTerm q
 getTerm G >entitlementTerm/*
 deleteTerm D >entitlementTerm/*
 applyAddon P >addon b
 approve P >
 reject P > b
 cancel P > b
 unscheduleCancellation P >
 sync P >
 withdrawCancellation P > b
 listRequests G >request q
 acceptRequest P >request/*/accept b
 rejectRequest P >request/*/reject b
 scheduleCancellation P > b
 updateSeat U >seat q
 refund P > b
 updateName U >entitlementName b
 updateMetaInfo U >metaInfo b
 updatePriceModel U >priceModel b
 updateBilling U >billing b
 addCredit P > b
 divideCommit P > b
 revokeLinks P >
 connectSignup P >signupConnection b
 listActions G >action
 listAttributions G >attribution q
 listUsageRecordGroups G >usageRecordGroup q
 listUsageLedger G >entitlementTerm/*/ledger q
events event
 read G < q
files file lgd
 upload P < m
fundingApplicationFieldMappingConfigInfo fundingApplicationFieldMappingConfigInfo
 get G <
 update U < b
integrations integration lc
 get G >*
 update U >* b
 delete D >*
 verify P >*/verify
 getVerification G >*/verification
 getSetup G >*/setup
 importFromMarketplace P >*/import
invoiceIssuer invoiceIssuer
 get G <
 update U < b
invoices invoice lg
 updateInfo U >info b
 issue U > b
 void U >
 pay U >
 recordPayment P >payment b
 revertPayment D >payment/*
 previewEmail G >preview
 notifyContacts P > b
knowledge knowledge
 search G </search q
 listArticles G </article q
 createArticle P </article b
 getArticle G </article/*
 updateArticle U </article/* b
 deleteArticle D </article/*
 answerQuestion P </answer b
marketplaces
 receiveNotification P /marketplaces/*/notifications/* bo
 receiveNotificationByQuery G /marketplaces/*/notifications/* o
members user lgu
 invite P < b
 remove D </*
 getMyMailSettings G </me/mailSettings
 updateMyMailSettings U </me/mailSettings b
 listMySavedViews G </me/savedView q
 createMySavedView P </me/savedView b
 getMySavedView G </me/savedView/*
 updateMySavedView U </me/savedView/* b
 deleteMySavedView D </me/savedView/*
notificationConfigInfo notificationConfigInfo
 get G <
 update U < b
notificationEvents notificationEvent l
 listByEntity G >* q
notificationMessages notificationMessage lg
notificationTemplate notificationTemplate
 preview P </preview b
 sendTestNotification P </test b
offerFillerConfigInfos offerFillerConfigInfos
 get G <
offerFillerCrmPartnerConfigInfos offerFillerCrmPartnerConfigInfos
 get G <
offerSets offerSet lcgud
 addOffer P >offer/*
 removeOffer D >offer/*
 takeOffer D >offer q
 publish P >
 cancel P >
offers offer clgdu
 unlinkContact D >contact q
 getForm G </form q
 createOrUpdateDraft P ~draftOffer b
 validate P </validate b
 submitForApproval P > b
 approve P > b
 decline P > b
 requestAction P > b
 clone P > b
 getByExternalId G ~offerExternalId/*
 updateMetaInfo U >metaInfo b
 retry P >
 cancel P >
 extendExpiryDate P > q
 synchronize P >sync
 sendNotifications P >notifyContacts b
 resolveCreation P > b
 getEula G >eula q
 getResellerEula G >resellerEula
 getPdf G >pdf
 listByPartner G ~partner/*/offer q
 listActions G >action
 listEntitlements G >entitlement q
 listAttributions G >attribution q
 setAttribution P >attribution b
 deleteAttribution D >attribution/*
onboardingInfo onboardingInfo
 get G <
 update U < b
operations v2
 list G ~operation q
 get G </operation/* q
 cancel P </operation/*/cancel
organizationConfigInfo organizationConfigInfo
 get G <
 update U < b
organizations leave
 list G /org
 create P /org b
 get G ~
 update U ~ b
 delete D ~ q
 leave P <
overview overview
 get G <
partnerPortal partnerPortal
 getChannelPartner G </channelPartner
 listAgreements G </agreement q
 listDealRegistrations G </dealRegistration q
 createDealRegistration P </dealRegistration b
 getDealRegistration G </dealRegistration/*
 updateDealRegistration U </dealRegistration/* b
 submitDealRegistration P </dealRegistration/*/submit
 withdrawDealRegistration P </dealRegistration/*/withdraw b
 listOffers G </offer q
 getOffer G </offer/*
 getReport G </report q
paymentTransactions paymentTransaction l
 listRefund G ~buyer/*/paymentTransaction/*/refund q
payments
 receiveNotification P /payments/*/notifications/* bo
privateOfferConfigInfo privateOfferConfigInfo
 get G <
 update U < b
products product lcgud
 listByPartner G ~partner/*/product q
 listMeteringDimensions G >dimension
 createOrUpdateDraft P ~draftProduct b
 updateFulfillmentUrl U >fulfillmentUrl b
 updateMetaInfo U >metaInfo b
 publish U > b
 synchronize P >sync
 import P </sync b
 listOffers G >offer q
 listEntitlements G >entitlement q
 listUsageRecordGroups G >usageRecordGroup q
quotas quota l
revenueRecordDetails partner
 list G >revenueRecordDetail q
revenueRecords partner
 list G >revenueRecord q
revenueReport revenueReport
 get P < b
roles role lcgud
sandbox sandbox
 acceptOffer P </offer/*/accept b
 rejectOffer P </offer/*/reject
 order P </order b
 cancelEntitlement P </entitlement/*/cancel
 refuseEntitlementCancellation P </entitlement/*/refuseCancellation
 suspendEntitlement P </entitlement/*/suspend
 reinstateEntitlement P </entitlement/*/reinstate
 renewEntitlement P </entitlement/*/renew b
 changeEntitlementQuantity P </entitlement/*/changeQuantity b
 changeEntitlementPlan P </entitlement/*/changePlan b
 getClock G </clock
 advanceClock P </clock b
 triggerEvent P </event b
 createFault P </fault b
 listFaults G </fault q
 deleteFault D </fault/*
 listUsage G </usage q
 listUsageTotals G </usageTotal q
 listRevenue G </revenue q
 addPaymentMethod P </buyer/*/paymentMethod b
 settlePayment P </paymentTransaction/*/settle b
 changeProduct U </product/* b
 acceptOfferSet P </offerSet/*/accept b
 resellOffer P </offer/*/resell b
 restrictOffer P </offer/*/restrict
 grantResaleAuthorization P </resaleAuthorization b
 listUpcoming G </upcoming q
series series
 get G < q
signupConnections signupConnection l
ssoConfigInfo ssoConfigInfo
 get G <
 update U < b
support support
 listTickets G </ticket q
 createTicket P </ticket b
 getTicket G </ticket/*
 updateTicket U </ticket/* b
 closeTicket U </ticket/*/close
 reopenTicket U </ticket/*/reopen
 createTicketComment P </ticket/*/comment b
 createTicketAttachment P </ticket/*/attachment m
 receiveMail P /support/mail ro
system
 livez G /livez o
 readyz G /readyz o
 version G /version o
usageBatches usageBatch lg
usageMeteringConfigInfo usageMeteringConfigInfo
 get G <
 update U < b
usageMeteringDailyRecords partner
 list G >usageMeteringDailyRecord q
usageMeteringDailyVerifications partner
 list G >usageMeteringDailyVerification q
usageRecordGroups usageRecordGroup gl
 report P ~entitlement/*/usageRecordGroup b
 batchReport P ~batchCreateUsageRecordGroups bq
 batchValidate P ~batchValidateUsageRecordGroups b
 upload P </csv m
 delete D </* q
 retry P > q
usageRecordReports usageRecordReport lg
 retry P >
 resolve P > b
webhooks webhook clgud
 rotateSecret P > b
 enable P >
 test P >
 listDeliveries G >delivery q
 getDelivery G >delivery/*
 resendDelivery P >delivery/*/resend
 replay P > b`;
