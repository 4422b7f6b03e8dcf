import type { PlantedBug } from './bug.ts'

export const eventBugs: readonly PlantedBug[] = [
  {
    name: 'a webhook without a signature is believed',
    file: 'src/platform/payment/event/receive-event.ts',
    text: "const faults: BadSignatureError['fault'][] = []",
    becomes: "if (signature === null) return JSON.parse(body)\n  const faults: BadSignatureError['fault'][] = []",
    tests: ['platform/payment/webhook'],
  },
  {
    name: 'a signature from the future is taken',
    file: 'src/platform/payment/event/construct-event.ts',
    text: 'return Math.abs(Math.floor(nowMs / 1000) - Number(time)) <= toleranceSec',
    becomes: 'return Math.floor(nowMs / 1000) - Number(time) <= toleranceSec',
    tests: ['platform/payment/webhook'],
  },
  {
    name: 'a signature is taken for a day',
    file: 'src/platform/payment/event/construct-event.ts',
    text: 'const toleranceSec = 300',
    becomes: 'const toleranceSec = 86_400',
    tests: ['platform/payment/webhook'],
  },
  {
    name: 'the secret of one registered endpoint opens the other',
    file: 'src/platform/payment/event/listen-for-events.ts',
    text: "and(eq(webhookEndpoints.mode, sql.placeholder('mode')), eq(webhookEndpoints.source, sql.placeholder('source'))),",
    becomes: "eq(webhookEndpoints.mode, sql.placeholder('mode')),",
    tests: ['platform/payment/webhook-accounts', 'platform/payment/webhook'],
  },
  {
    name: 'the configured secret of one endpoint opens the other',
    file: 'src/platform/payment/event/listen-for-events.ts',
    text: "source === 'platform' ? stripe.webhookSecret : stripe.connectWebhookSecret",
    becomes: 'stripe.webhookSecret ?? stripe.connectWebhookSecret ?? source',
    tests: ['platform/payment/webhook-accounts', 'platform/payment/webhook'],
  },
  {
    name: 'the secret of the platform opens the address of the accounts too',
    file: 'src/platform/payment/event/listen-for-events.ts',
    text: 'return [...(configured === undefined ? [] : [configured]),',
    becomes:
      "const other = source === 'accounts' ? ctx.config.stripe.webhookSecret : undefined\n  return [...(configured === undefined ? [] : [configured]), ...(other === undefined ? [] : [other]),",
    tests: ['platform/payment/webhook-accounts', 'platform/payment/webhook'],
  },
  {
    name: 'the secret of the accounts opens the address of the platform too',
    file: 'src/platform/payment/event/listen-for-events.ts',
    text: 'return [...(configured === undefined ? [] : [configured]),',
    becomes:
      "const other = source === 'platform' ? ctx.config.stripe.connectWebhookSecret : undefined\n  return [...(configured === undefined ? [] : [configured]), ...(other === undefined ? [] : [other]),",
    tests: ['platform/payment/webhook-accounts', 'platform/payment/webhook'],
  },
  {
    name: 'an event of real money is taken where tests are paid',
    file: 'src/platform/payment/event/receive-event.ts',
    text: 'if (livemode !== processor.isLive) {',
    becomes: 'if (!livemode && processor.isLive) {',
    tests: ['platform/payment/webhook'],
  },
  {
    name: 'an event of a test is taken where real money is paid',
    file: 'src/platform/payment/event/receive-event.ts',
    text: 'if (livemode !== processor.isLive) {',
    becomes: 'if (livemode && !processor.isLive) {',
    tests: ['platform/payment/webhook-live'],
  },
  {
    name: 'an event counts as processed before its payment is written down',
    file: 'src/order/settle/process-event.ts',
    text: 'await settle(ctx, processor, intentId, () => {\n      done()\n      end()\n    })',
    becomes: 'await ctx.jointly(() => {\n      done()\n      end()\n    })\n    await settle(ctx, processor, intentId)',
    tests: ['platform/payment/webhook'],
  },
  {
    name: 'what somebody takes back from an artist in the dashboard is not written down',
    file: 'src/order/settle/process-event.ts',
    text: 'if (isNews) ctx.jobs.add(',
    becomes: 'if (isNews && !orderId) ctx.jobs.add(',
    tests: ['platform/payment/webhook-refusal'],
  },
  {
    name: 'of a long list only the first page is read',
    file: 'src/platform/payment/whole-list.ts',
    text: 'list.has_more && last &&',
    becomes: 'rows.length < 0 && last &&',
    tests: ['earnings/reconcile'],
  },
  {
    name: 'a payment is settled without waiting for its turn',
    file: 'src/order/settle/settle.ts',
    text: 'return paymentLock(ctx)(`payment ',
    becomes: 'return paymentLock(ctx)(ctx.uuid() + `payment ',
    tests: ['order/settle'],
  },
]
