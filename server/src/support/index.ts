export {
  answerTicket,
  listEveryTicket,
  moveTicket,
  requireState,
  setDueTime,
  showTicket,
} from './operator.ts';
