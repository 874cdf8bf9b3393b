import {
  type Brand,
  type BrandedPage,
  badge,
  card,
  factList,
  linkButton,
  notice,
  safeUrl,
} from '../platform/http/branded-page.ts';
import { type Html, html } from '../platform/http/pages.ts';
import { type ReadForm, type SignupField, signupFields } from './signup-form.ts';

/** The content of a signup page: what the seller configured, and what the buyer bought. */
export type SignupView = {
  brand: Brand;
  pictureUrl: string | undefined;
  videoLink: string | undefined;
  /** The name of the marketplace; undefined if the seller hides it. */
  marketplace: string | undefined;
  /** The seller's own introduction, as safe HTML. */
  introduction: Html | undefined;
  purchase: PurchaseView;
  /** True for a page whose form cannot be sent. */
  isPreview?: true;
};

/** What a buyer sees of a purchase. */
export type PurchaseView = {
  name: string | undefined;
  productName: string | undefined;
  starts: string | undefined;
  ends: string | undefined;
};

/** Returns the page with the form; after an invalid form, with its values and errors. */
export function signupFormPage(view: SignupView, sent?: ReadForm): BrandedPage {
  const hasErrors = Object.keys(sent?.errors ?? {}).length > 0;
  return {
    brand: view.brand,
    title: 'Set up your account',
    lead: leadOf(view),
    isNarrow: true,
    status: hasErrors ? 400 : 200,
    content: [
      ...(hasErrors
        ? [notice('Your details were not sent. Correct the marked fields.', 'bad')]
        : [...pictureOf(view), introductionOf(view), purchaseOf(view)]),
      card('Your details', formOf(view, sent)),
    ],
  };
}

/** Returns the page after the form was recorded. */
export const signedUpPage = (view: SignupView): BrandedPage => ({
  brand: view.brand,
  title: 'Thank you',
  lead: leadOf(view),
  isNarrow: true,
  content: [
    notice(`${view.brand.name} has received your details and will contact you by e-mail.`, 'good'),
    ...pictureOf(view),
    purchaseOf(view),
  ],
});

const leadOf = ({ marketplace }: SignupView): Html | undefined =>
  marketplace === undefined ? undefined : html`<p>${badge(marketplace)}</p>`;

const pictureOf = ({ pictureUrl }: SignupView): Html[] =>
  pictureUrl === undefined
    ? []
    : [html`<img class="picture" src="${pictureUrl}" alt="" referrerpolicy="no-referrer">`];

function introductionOf({ introduction, brand, videoLink }: SignupView): Html {
  const video = safeUrl(videoLink);
  const usual = html`<p>Your purchase is registered. Send your details to <bdi>${brand.name}</bdi> to get access.</p>`;
  return card(
    undefined,
    html`${introduction ?? usual}${video ? html`<div class="actions">${linkButton('Watch the video', video, 'second')}</div>` : undefined}`,
  );
}

function purchaseOf({ purchase, marketplace }: SignupView): Html {
  const facts = [
    { name: 'Product', value: purchase.productName },
    { name: 'Plan', value: purchase.name },
    { name: 'Bought at', value: marketplace },
    { name: 'Starts', value: purchase.starts },
    { name: 'Ends', value: purchase.ends },
  ].flatMap(({ name, value }) => (value ? [{ name, value }] : []));
  return facts.length > 0 ? card('Your purchase', factList(facts) as Html) : html``;
}

/** The form has no action: browsers send it to the address of the page, which the page itself does not contain. */
function formOf({ isPreview }: SignupView, sent: ReadForm | undefined): Html {
  const fields = html`${signupFields.map((field) => fieldOf(field, sent))}
<div class="actions"><button>Send</button></div>`;
  return html`<form method="post">${isPreview ? html`<fieldset disabled>${fields}</fieldset>` : fields}</form>`;
}

function fieldOf(
  { name, label, type, longest, autocomplete, isRequired }: SignupField,
  sent?: ReadForm,
): Html {
  const value = sent?.values[name] ?? '';
  const error = sent?.errors[name];
  const attributes = html`id="${name}" name="${name}" maxlength="${String(longest)}" autocomplete="${autocomplete}" dir="auto"${
    isRequired ? html` required` : undefined
  }${error ? html` aria-invalid="true" aria-describedby="${name}-error"` : undefined}`;
  return html`<label for="${name}">${label}${isRequired ? undefined : html` <span class="quiet">(optional)</span>`}</label>
${type === 'lines' ? html`<textarea ${attributes} rows="4">${value}</textarea>` : html`<input ${attributes} type="${type}" value="${value}">`}
${error ? html`<p class="field-error" id="${name}-error">${error}</p>` : undefined}`;
}
