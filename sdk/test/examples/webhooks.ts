import { verifyWebhook } from '@tradepost/sdk';

export async function receive(request: Request): Promise<Response> {
  const secret = process.env.WEBHOOK_SECRET ?? '';
  const event = await verifyWebhook(await request.text(), request.headers, secret);
  if (event.type === 'ACCEPT.OFFER') console.log(event.data?.name, 'was accepted');
  return new Response();
}
