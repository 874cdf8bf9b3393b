/** The default subject for every audience, on one line. */
export const usualSubject =
  '{% if audience == "BUYERS" %}{% if organization.name %}{{ organization.name }}: {% endif %}{% endif %}' +
  '{{ title }}{% if entity.name %}: {{ entity.name }}{% endif %}';

export const usualText = `{{ message }}
{% if entity.name %}
{{ entity.label }}: {{ entity.name }}{% endif %}{% if signup.emailAddress %}
E-mail: {{ signup.emailAddress }}{% endif %}{% if signup.phoneNumber %}
Telephone: {{ signup.phoneNumber }}{% endif %}{% if signup.purchase %}
Purchase: {{ signup.purchase }}{% endif %}{% if signup.entitlementID %}
Entitlement: {{ signup.entitlementID }}{% endif %}{% if signup.notes %}
Notes: {{ signup.notes }}{% endif %}{% if entity.status %}
Status: {{ entity.status }}{% endif %}{% if partner %}
Marketplace: {{ partner }}{% endif %}{% if offer.price %}
Price: {{ offer.price }}{% endif %}{% if offer.discount %}
Discount: {{ offer.discount }}{% endif %}{% if offer.duration %}
Duration: {{ offer.duration }}{% endif %}{% if offer.expires %}
Accept by: {{ offer.expires }}{% endif %}{% if offer.url %}

Open the offer: {{ offer.url }}{% endif %}

{{ organization.name }}
`;

/** The organization's own text at the end of a mail. */
export const noteText = '\n{{ note }}\n';
export const noteHtml = '\n<p style="margin:24px 0 0;white-space:pre-line">{{ note }}</p>';

const end = '\n</body></html>\n';

/** The title and language of an HTML page, already escaped. */
type Head = { title?: string; language?: string };

/** Builds the HTML frame of a mail. The content is inserted unchanged, because its template has escaped all values. */
export const frame = (content: string, { title, language = 'en' }: Head = {}): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${title === undefined ? '' : `<title>${title}</title>`}</head>
<body style="margin:0;padding:24px;background:#f4f4f5;font-family:Helvetica,Arial,sans-serif;color:#18181b">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px;line-height:1.5">
${content}
</div>${end}`;

/** Adds an image at the end of a mail. */
export const withImage = (mail: string, image: string): string =>
  `${mail.slice(0, mail.length - end.length)}${image}${end}`;

export const usualHtml = `<h1 style="margin:0 0 16px;font-size:20px">{{ title }}</h1>
<p style="margin:0 0 16px;white-space:pre-line">{{ message }}</p>
<table style="border-collapse:collapse;font-size:14px">
{% if entity.name %}<tr><td style="padding:2px 16px 2px 0;color:#71717a">{{ entity.label }}</td><td>{{ entity.name }}</td></tr>
{% endif %}{% if signup.emailAddress %}<tr><td style="padding:2px 16px 2px 0;color:#71717a">E-mail</td><td>{{ signup.emailAddress }}</td></tr>
{% endif %}{% if signup.phoneNumber %}<tr><td style="padding:2px 16px 2px 0;color:#71717a">Telephone</td><td>{{ signup.phoneNumber }}</td></tr>
{% endif %}{% if signup.purchase %}<tr><td style="padding:2px 16px 2px 0;color:#71717a">Purchase</td><td>{{ signup.purchase }}</td></tr>
{% endif %}{% if signup.entitlementID %}<tr><td style="padding:2px 16px 2px 0;color:#71717a">Entitlement</td><td>{{ signup.entitlementID }}</td></tr>
{% endif %}{% if signup.notes %}<tr><td style="padding:2px 16px 2px 0;color:#71717a">Notes</td><td style="white-space:pre-line">{{ signup.notes }}</td></tr>
{% endif %}{% if entity.status %}<tr><td style="padding:2px 16px 2px 0;color:#71717a">Status</td><td>{{ entity.status }}</td></tr>
{% endif %}{% if partner %}<tr><td style="padding:2px 16px 2px 0;color:#71717a">Marketplace</td><td>{{ partner }}</td></tr>
{% endif %}{% if offer.price %}<tr><td style="padding:2px 16px 2px 0;color:#71717a">Price</td><td>{{ offer.price }}</td></tr>
{% endif %}{% if offer.discount %}<tr><td style="padding:2px 16px 2px 0;color:#71717a">Discount</td><td>{{ offer.discount }}</td></tr>
{% endif %}{% if offer.duration %}<tr><td style="padding:2px 16px 2px 0;color:#71717a">Duration</td><td>{{ offer.duration }}</td></tr>
{% endif %}{% if offer.expires %}<tr><td style="padding:2px 16px 2px 0;color:#71717a">Accept by</td><td>{{ offer.expires }}</td></tr>
{% endif %}</table>
{% if offer.url %}<p style="margin:24px 0 0"><a href="{{ offer.url }}" style="display:inline-block;padding:10px 20px;background:#18181b;color:#ffffff;border-radius:6px;text-decoration:none">Open the offer</a></p>
{% endif %}<p style="margin:24px 0 0;font-size:12px;color:#71717a">{{ organization.name }}</p>`;
