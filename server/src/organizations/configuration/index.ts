import { cosellConfiguration } from './cosell.ts';
import { generalConfiguration } from './general.ts';
import { type NotificationConfigDeps, notificationConfiguration } from './notifications.ts';
import { type ConfigurationDeps, recordRoutes } from './routes.ts';
import { singleSignOn } from './single-sign-on.ts';

/** The operations on every configuration record of an organization: one record for each field of `info`. */
export const configurationRoutes = (deps: ConfigurationDeps & NotificationConfigDeps) =>
  [notificationConfiguration(deps), ...generalConfiguration, singleSignOn, ...cosellConfiguration].flatMap(
    (record) => recordRoutes(record, deps),
  );

export { readSignupPageConfig } from './general.ts';
export { readNotificationConfig } from './notifications.ts';
