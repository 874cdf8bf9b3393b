export { agreementEndSoonSchedule } from './end-soon.ts';
export { ChannelPartnerAgreement } from './records.ts';
export { agreementRoutes } from './routes.ts';
export { countAgreements, isSigned } from './store.ts';
