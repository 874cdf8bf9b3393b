import { z } from 'zod';
import { answerBranded } from '../platform/http/branded-page.ts';
import { route } from '../platform/http/route.ts';
import { signupFormPage } from './signup-content.ts';
import { readSignupSettings, type SignupViewDeps, viewOf } from './signup-view.ts';

/** The seller's preview of its signup page, for an example purchase. */
export const signupPreviewRoute = (deps: SignupViewDeps) =>
  route({
    method: 'GET',
    path: '/org/{orgId}/clientSignupPageConfigInfo/preview',
    operationId: 'previewSignupPage',
    group: 'Organization',
    summary: 'Preview the signup page',
    description:
      'HTML of the page for an example purchase at marketplace A. The form of the preview cannot be sent.',
    access: 'organization:read',
    response: z.string(),
    responseDescription: 'HTML of the page',
    responseExample: '<!doctype html>…',
    run: {
      kind: 'outside',
      handle: async ({ scope, transaction }) => {
        const settings = await transaction((within) => readSignupSettings(deps.brands, within));
        const view = await viewOf(deps, settings, { ...example, startTime: scope.now.toISOString() });
        return { body: String(answerBranded(signupFormPage({ ...view, isPreview: true })).body) };
      },
    },
  });

const example = {
  name: 'Team plan',
  partner: 'MKA',
  endTime: undefined,
  productName: 'Example product',
  buyerName: 'Example Inc.',
};
