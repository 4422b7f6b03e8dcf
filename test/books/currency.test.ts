import { expect, test } from 'bun:test'
import { newPriceCurrency } from '../../src/platform/payment/platform-currency.ts'
import { atPeer, doctorOf } from '../support/operate/doctor.ts'
import { temporaryFolder } from '../support/process.ts'
import { startServer } from '../support/server.ts'
import { startPayments } from '../support/test-processor/stripe.ts'
import { cast } from '../support/world.ts'

test('without CURRENCY, new prices are in the currency of the account, and what has no price yet is too', async () => {
  await using pay = startPayments({ currency: 'eur' })
  using folder = temporaryFolder()
  {
    await using svc = await startServer({ dataDir: folder.path })
    cast(svc.ctx, 'unpriced', { priceMinor: 0 })
    cast(svc.ctx, 'priced', { priceMinor: 700 })
    expect(newPriceCurrency(svc.ctx)).toBe('usd')
  }
  {
    await using svc = await startServer({ dataDir: folder.path, env: atPeer(pay) })
    await svc.ctx.jobs.idle()
    expect(newPriceCurrency(svc.ctx)).toBe('eur')
    const currencies = svc.ctx.db.$client
      .query('SELECT price_minor, currency FROM cassets ORDER BY price_minor')
      .values()
    expect(currencies).toEqual([
      [0, 'eur'],
      [700, 'usd'],
    ])
  }
  // Somebody else's port: the account is remembered while the processor cannot be reached.
  const env = { ...atPeer(pay), STRIPE_API_BASE: 'http://127.0.0.1:9' }
  await using svc = await startServer({ dataDir: folder.path, env })
  expect(newPriceCurrency(svc.ctx)).toBe('eur')
})

test('with CURRENCY the account is not asked, and the doctor says that what is sold is exchanged', async () => {
  await using pay = startPayments({ currency: 'eur' })
  const env = { ...atPeer(pay), CURRENCY: 'usd' }
  await using svc = await startServer({ env })
  await svc.ctx.jobs.idle()
  expect(svc.ctx.db.$client.query('SELECT * FROM platform_accounts').values()).toEqual([])
  const note = 'new prices are in usd and the account is in eur: the processor exchanges what is sold'
  expect(await doctorOf(svc.dataDir, env, 'payments')).toEqual({
    name: 'payments',
    ok: true,
    note: `keys for tests: no real money moves; ${note}`,
  })
  const alike = { ...env, CURRENCY: 'eur' }
  expect(await doctorOf(svc.dataDir, alike, 'payments')).toMatchObject({ note: 'keys for tests: no real money moves' })
})
