import { spawn } from 'node:child_process';
import type { Command } from 'commander';

type Print = (text: string) => void;

/** `tradepost login` and `logout`: a person instead of an API client, for the commands that call a running service. */
export function loginCommands(program: Command, print: Print): void {
  program
    .command('login')
    .description('sign in by the browser; listen, trigger and events then act for you')
    .option('--url <url>', 'address of the service; else TRADEPOST_URL, else of data/credentials.json')
    .option('--auth-url <url>', 'address that tokens come from, where it is another')
    .option('--no-browser', 'only print the address to open')
    .action(async (options: { url?: string; authUrl?: string; browser: boolean }) => {
      const { readAddresses } = await import('./caller.ts');
      const { login } = await import('./login.ts');
      const { baseUrl, authUrl } = await readAddresses(options);
      const show = (address: string) => {
        print(`Open this to sign in:\n${address}`);
        if (options.browser) openBrowser(address);
      };
      await login({ baseUrl, authUrl, show });
      print(`You are signed in at ${baseUrl}.`);
    });
  program
    .command('logout')
    .description('end that session')
    .action(async () => {
      const { logout } = await import('./login.ts');
      print((await logout()) ? 'You are signed out.' : 'Nobody was signed in.');
    });
}

const openers: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens the browser. Where there is none, the address was printed. */
function openBrowser(address: string): void {
  const [command, ...words] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(command as string, [...words, address], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
