import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { Organization } from '../requests.ts';
import type { Settings } from '../settings.ts';
import type { Service } from '../world.ts';
import type { BarePage } from './bare-page.ts';

/** An organization, and the browser state of a signed-in member. */
export type Place = Organization & { signedIn: NonNullable<BrowserContextOptions['storageState']> };

export type WebWorld = {
  root: string;
  settings: Settings;
  service: Service;
  url: string;
  browser: Browser;
  bare: BarePage;
  /** An organization of usual size, and an organization with many offers to scroll through. */
  usual: Place;
  large: Place;
};

/** The size of the browser window. */
export const viewport = { width: 1440, height: 900 };
