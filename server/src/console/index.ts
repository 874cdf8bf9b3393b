export type { Face } from './faces.ts';
export { type ConsoleFiles, openConsoleFiles } from './files.ts';
export { consolePath, recordPage } from './record-pages.ts';
export { type Console, createConsole } from './routes.ts';
