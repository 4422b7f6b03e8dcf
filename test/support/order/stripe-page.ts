import type { Page } from 'playwright-core'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import type { TestProcessorOptions } from '../../../src/test-processor/start.ts'
import { addPlayableTrack } from '../casset/playable.ts'
import { startServer } from '../server.ts'
import { publishableKey, secretKey, startPayments } from '../test-processor/stripe.ts'
import { cast } from '../world.ts'

export const address = 'https://js.stripe.com/**'

/**
 * A server that takes money at a peer which speaks as Stripe does; the owner of the instance sells.
 */
export async function shop(intercept?: TestProcessorOptions['intercept']) {
  const peer = startPayments(intercept ? { intercept } : {})
  const svc = await startServer({
    env: {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: publishableKey,
      STRIPE_API_BASE: peer.test.url,
    },
  })
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', priceMinor: 700 })
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn')
  makeOwner(svc.ctx, 'nova@example.com')
  return { peer, svc, nova, ada: cast(svc.ctx, 'ada', { published: false }) }
}

/**
 * Stripe's script as far as it is used: it tells what it is asked, and pays through the test's own
 * hands.
 */
const script = `
  const note = (...words) => window.told(JSON.stringify(words))
  window.Stripe = (key) => ({
    elements({ mode, amount, currency, captureMethod, locale, appearance, setupFutureUsage }) {
      const hasColour = appearance.variables.colorText.startsWith('rgb(')
      note('elements', key, mode, amount, currency, captureMethod, locale, hasColour)
      if (setupFutureUsage) note('usage', setupFutureUsage)
      const wallets = {
        mount(box) {
          const key = document.createElement('button')
          key.type = 'button'
          key.textContent = 'Wallet of Stripe'
          key.onclick = () => {
            const resolve = () => wallets.confirm({ paymentFailed: ({ reason }) => note('failed', reason) })
            wallets.click({ resolve, reject: () => note('reject') })
          }
          box.append(key)
        },
        destroy: () => {},
        on: (event, listener) => {
          wallets[event] = listener
          if (event === 'ready') setTimeout(() => listener({ availablePaymentMethods: { applePay: true } }), 10)
        },
      }
      return {
        create: (type, options) => type === 'expressCheckout' ? wallets : (note('create', options.defaultValues.billingDetails.email), {
          mount: (box) => box.append('Fields of Stripe, ' + type),
          destroy: () => note('destroy'),
          on: (event, listener) => event === 'ready' && setTimeout(listener, 10),
        }),
        update: (options) => note('update', options.amount ?? options.setupFutureUsage),
        submit: async () => (note('submit'), {}),
      }
    },
    confirmPayment: async ({ clientSecret, confirmParams, redirect }) => {
      const method = confirmParams.payment_method
      note('confirm', redirect, new URL(confirmParams.return_url).pathname, ...(method ? [method] : []))
      return window.paid(clientSecret, method ?? 'pm_card_visa')
    },
  })`

export type Refusal = { error?: { type: string; code?: string; decline_code?: string } }

type Pay = (paymentIntentId: string, method: string) => Promise<Refusal>

export async function withStripe(page: Page, pay: Pay): Promise<string[]> {
  const told: string[] = []
  await page.exposeFunction('told', (words: string) => told.push(words))
  await page.exposeFunction('paid', (clientSecret: string, method: string) =>
    pay(clientSecret.split('_secret_')[0] ?? '', method),
  )
  await page.route(address, (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  return told
}
