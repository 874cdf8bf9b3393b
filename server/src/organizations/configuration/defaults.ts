/** The values that the specification states for fields of a configuration that are unset. */
export const configurationDefaults = {
  aiBillingConfig: { enabled: true, monthlyCreditCents: 10_000, monthlySpendingCapCents: 50_000 },
  notificationConfigInfo: {
    daysToExpireSoonOfferWorkflowNotification: 7,
    disableEmailNotificationOnOfferReady: false,
    enableEmailNotification: false,
    enableExpireSoonOfferWorkflowNotification: false,
    enableWebhookNotification: false,
  },
} as const;
