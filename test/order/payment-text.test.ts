import { expect, test } from 'bun:test'
import { statementSuffix } from '../../src/lib/payment/statement-suffix.ts'
import { startSmtp } from '../support/platform/smtp.ts'
import { startServer } from '../support/server.ts'
import { shareShop } from '../support/shared.ts'
import { begin, openShop, shopOf } from '../support/shop/checkout.ts'
import { world } from '../support/world.ts'

const sharedShop = shareShop()

test('a bank statement says the artist in plain Latin letters, ten at most', () => {
  expect(statementSuffix('Nova')).toBe('Nova')
  expect(statementSuffix('Sigur Rós & the <Björk*>')).toBe('Sigur Ros')
  expect(statementSuffix('  Motörhead  ')).toBe('Motorhead')
  expect(statementSuffix('坂本龍一', 'ryuichi-sakamoto')).toBe('ryuichi-sa')
  expect(statementSuffix('1234', '99')).toBeUndefined()
  expect(statementSuffix('\\"*\'')).toBeUndefined()
})

const intentOf = async ({ svc, ada }: Awaited<ReturnType<typeof openShop>>) => {
  const { paymentIntentId } = await begin(svc, ada)
  return shopOf(svc).stripe.paymentIntents.retrieve(paymentIntentId)
}

test('a payment names its artist on the statement, and the payer’s address where this site sends no mail', async () => {
  const opened = await sharedShop()
  expect(await intentOf(opened)).toMatchObject({
    statement_descriptor_suffix: 'Nova',
    receipt_email: 'ada@example.com',
    capture_method: 'automatic',
  })
})

test('nobody is kept from buying by an address that the processor would refuse', async () => {
  const opened = await sharedShop()
  for (const email of ['nobody', 'jörg@example.com']) {
    opened.svc.ctx.db.$client.run('UPDATE users SET email = ? WHERE id = ?', [email, opened.ada.userId])
    expect((await intentOf(opened)).receipt_email).toBeNull()
  }
})

test('where this site sends the receipt, the processor sends no second one', async () => {
  await using smtp = await startSmtp()
  const opened = await openShop({ env: smtp.env })
  await using _ = opened.svc
  expect((await intentOf(opened)).receipt_email).toBeNull()
})

test('wallets’ frames may ask for a payment on the pages of the checkout, and nowhere else', async () => {
  const env = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
  await using svc = await startServer({ env })
  const { ada } = await world(svc)
  const policyOf = async (path: string) =>
    (await svc.call('GET', path, { cookie: ada.cookie })).headers.get('permissions-policy')
  const frames = ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com']
  expect(await policyOf('/checkout/nova')).toEndWith(`payment=(self ${frames.map((at) => `"${at}"`).join(' ')})`)
  expect(await policyOf('/@nova')).toEndWith('payment=(self)')
})

test('a name that the processor takes on no statement keeps nobody from buying', async () => {
  const asked: string[] = []
  const refusal = {
    error: { type: 'invalid_request_error', message: 'Too long.', param: 'statement_descriptor_suffix' },
  }
  const intercept = async (request: Request, respond: () => Promise<Response>) => {
    if (request.method !== 'POST' || !request.url.endsWith('/v1/payment_intents')) return respond()
    asked.push((await request.clone().text()).includes('statement_descriptor_suffix') ? 'with' : 'without')
    return asked.length === 1 ? Response.json(refusal, { status: 400 }) : respond()
  }
  const opened = await openShop({ testProcessor: { intercept } })
  await using _ = opened.svc
  expect((await intentOf(opened)).statement_descriptor_suffix).toBeNull()
  expect(asked).toEqual(['with', 'without'])
})
