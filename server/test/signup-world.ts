import { expect } from 'vitest';
import { createSignupLinks, type SignupForm } from '../src/entitlements/index.ts';
import type { TestApp, TestOrganization } from './harness.ts';

export const goodForm: Required<Record<keyof SignupForm, string>> = {
  companyName: 'Globex',
  firstName: 'Ann',
  lastName: 'Lee',
  emailAddress: 'ann.lee@globex.example',
  phoneNumber: '+1 555 0100',
  notes: 'Two teams.\nOne region.',
};

/** The signup page of a test organization, which sells in the sandbox. */
export function signupWorldOf(app: TestApp, org: TestOrganization) {
  const call = (method: string, path: string, body?: unknown) =>
    app.request(method, `/org/${org.id}/${path}`, {
      token: org.token,
      ...(body === undefined ? {} : { body }),
    });
  const good = async (method: string, path: string, body?: unknown) => {
    const reply = await call(method, path, body);
    expect(reply.status, `${path} ${reply.text}`).toBe(200);
    return reply.body;
  };
  const visit = (url: string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init });
  const send = (link: string, form: Partial<Record<string, string>> = goodForm) =>
    visit(link, { method: 'POST', body: new URLSearchParams(form as Record<string, string>) });
  /** Buys at the sandbox, and returns the answer of the landing page. */
  const land = async (order: object = {}): Promise<Response> => {
    const { landingURL } = await good('POST', 'sandbox/order', {
      partner: 'MKA',
      buyerName: 'Initech',
      ...order,
    });
    return visit(landingURL);
  };
  return {
    call,
    good,
    visit,
    send,
    configure: (body: object) => good('PATCH', 'clientSignupPageConfigInfo', body),
    land,
    /** Buys at the sandbox, and returns the link to the signup page with the id of the entitlement. */
    buy: async (order: object = {}) => {
      const link = (await land(order)).headers.get('location') as string;
      const entitlementId = /entitlement\/(\w+)/.exec(link)?.[1] as string;
      return { link, entitlementId };
    },
    page: async (link: string): Promise<string> => {
      const response = await visit(link);
      expect(response.status).toBe(200);
      return response.text();
    },
    /** Signs a link at a time. */
    linkAt: (
      target: { signupId: string; entitlementId: string },
      at: Date,
      organizationId = org.id,
    ): string => createSignupLinks(app.app).link({ organizationId, ...target }, at),
    signups: () => good('GET', 'signupConnection'),
  };
}
export type SignupWorld = ReturnType<typeof signupWorldOf>;
