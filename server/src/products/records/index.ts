export { MkAProductDimension } from '../../marketplaces/records/index.ts';
export {
  EntityType,
  LastModifiedBy,
  NotificationEvent,
  notificationEventActions,
  TrackEvent,
} from '../../notifications/records/index.ts';
export * from './dimensions.ts';
export * from './meta-info.ts';
export * from './price-models.ts';
export * from './products.ts';
