import { spawn } from 'node:child_process';
import type { Command } from 'commander';

type Print = (text: string) => void;

/**
 * Adds `tradepost login` and `logout`. After a login, commands call a running service as a user instead of an API
 * client.
 */
export function loginCommands(program: Command, print: Print): void {
  program
    .command('login')
    .description('sign in with the browser; listen, trigger and events then act as you')
    .option('--url <url>', 'address of the service; default: TRADEPOST_URL, else data/credentials.json')
    .option('--auth-url <url>', 'address of the token endpoint, if it differs')
    .option('--no-browser', 'print the address instead of opening it')
    .action(async (options: { url?: string; authUrl?: string; browser: boolean }) => {
      const { readAddresses } = await import('./caller.ts');
      const { login } = await import('./login.ts');
      const { baseUrl, authUrl } = await readAddresses(options);
      const show = (address: string) => {
        print(`Open this address to sign in:\n${address}`);
        if (options.browser) openBrowser(address);
      };
      await login({ baseUrl, authUrl, show });
      print(`You are signed in at ${baseUrl}.`);
    });
  program
    .command('logout')
    .description('sign out and end the session')
    .action(async () => {
      const { logout } = await import('./login.ts');
      print((await logout()) ? 'You are signed out.' : 'You were not signed in.');
    });
}

const openers: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens the browser. Without a browser, the user can open the printed address. */
function openBrowser(address: string): void {
  const [command, ...words] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(command as string, [...words, address], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
