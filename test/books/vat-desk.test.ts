import { expect, setDefaultTimeout, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { changeTerms } from '../../src/books/vat/terms.ts'
import { rowsOf } from '../support/account/account.ts'
import { cardOf, csvOf, fan, html, openTaxed, refundOf, switchOnVat, vatOf } from '../support/books/vat.ts'
import { testLimitMs } from '../support/limits.ts'
import { collect, goodCard, openShop, settled, startShop } from '../support/shop/checkout.ts'
import { world } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

test('the owner sets rates and switches VAT on from a day to come, and off again; nothing of the past changes', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  makeOwner(svc.ctx, 'nova@example.com')
  const { cookie } = nova
  const put = (body: Record<string, unknown>) => {
    // The owner has to have signed in a moment ago.
    svc.ctx.db.$client.run('UPDATE sessions SET created_at = ?', [svc.ctx.now()])
    return svc.call('PUT', '/api/desk/vat', { cookie, body })
  }
  const set = (...rates: Record<string, unknown>[]) =>
    svc.call('PATCH', '/api/desk/vat/rates', { cookie, body: { rates } })
  const dayIn = (days: number) => new Date(svc.ctx.now() + days * 86_400_000).toISOString().slice(0, 10)
  const terms = { isOn: true, homeCountry: 'DE', withTips: false }
  expect((await svc.call('GET', '/api/desk/vat', { cookie })).json).toMatchObject({
    since: null,
    from: null,
    rates: [],
  })
  expect((await put(terms)).json).toMatchObject({
    code: 'VALIDATION',
    field: 'homeCountry',
    error: 'Germany has no rate.',
  })
  for (const [rate, field] of [
    [{ country: 'DE', percent: '100' }, 'rates.0.percent'],
    [{ country: 'DE', percent: '-1' }, 'rates.0.percent'],
    [{ country: 'DE', percent: '19.125' }, 'rates.0.percent'],
    [{ country: 'EL', percent: '24' }, 'rates.0.country'],
    [{ country: 'DE', percent: '19', from: dayIn(-1) }, 'rates.0.from'],
    [{ country: 'DE', percent: '19', from: '2027-02-30' }, 'rates.0.from'],
  ] as const) {
    const { status, json } = await set({ country: 'FR', percent: '20' }, { country: 'FR', percent: '20' })
    expect([status, Reflect.get(Object(json), 'field')]).toEqual([400, 'rates'])
    const refused = await set(rate)
    expect([refused.status, refused.json]).toEqual([400, expect.objectContaining({ code: 'VALIDATION', field })])
  }
  expect(rowsOf(svc, 'vat_rates')).toEqual([])
  await set({ country: 'DE', percent: '19' }, { country: 'FI', percent: '25,5' })
  const planned = await set({ country: 'DE', percent: '7', from: dayIn(2) })
  expect(Reflect.get(Object(planned.json), 'rates')).toEqual([
    { country: 'FI', name: 'Finland', percent: '25.5', next: null },
    { country: 'DE', name: 'Germany', percent: '19', next: { percent: '7', from: dayIn(2) } },
  ])
  expect((await put({ ...terms, from: dayIn(-1) })).json).toMatchObject({
    field: 'from',
    error: 'This day is in the past.',
  })
  expect((await put({ ...terms, from: dayIn(1) })).json).toMatchObject({ since: null, from: dayIn(1) })
  const none = await collect(svc, ada, cardOf('DE'))
  svc.tick(86_400_000)
  const first = await collect(svc, fan(svc, 'bea'), cardOf('DE'))
  expect((await put({ ...terms, from: dayIn(3) })).json).toMatchObject({ field: 'from' })
  svc.tick(86_400_000)
  const second = await collect(svc, fan(svc, 'cem'), cardOf('DE'))
  expect((await put({ ...terms, isOn: false })).json).toMatchObject({ since: null, from: null })
  svc.tick(2_000)
  const third = await collect(svc, fan(svc, 'dan'), cardOf('DE'))
  expect([none, first, second, third].map(({ orderId }) => vatOf(svc, orderId)[2])).toEqual([null, 112, 46, null])
})

test('the seller’s country keeps a rate while prices include VAT, now and from the day on which they will', async () => {
  const { svc, nova } = await openTaxed({ DE: '19', FR: '20' })
  await using _ = svc
  const set = (country: string, percent: string | null, from?: string) =>
    svc.call('PATCH', '/api/desk/vat/rates', { cookie: nova.cookie, body: { rates: [{ country, percent, from }] } })
  const dayIn = (days: number) => new Date(svc.ctx.now() + days * 86_400_000).toISOString().slice(0, 10)
  const before = rowsOf(svc, 'vat_rates')
  for (const from of [undefined, dayIn(2)]) {
    const { json } = await set('DE', null, from)
    expect(json).toMatchObject({ code: 'VALIDATION', field: 'rates.0.percent' })
  }
  expect(rowsOf(svc, 'vat_rates')).toEqual(before)
  expect((await set('FR', null)).status).toBe(200)
  changeTerms(svc.ctx, { isOn: false, homeCountry: 'DE', withTips: true })
  changeTerms(svc.ctx, { isOn: true, homeCountry: 'DE', withTips: true, from: dayIn(2) })
  expect((await set('DE', null)).status).toBe(400)
  changeTerms(svc.ctx, { isOn: false, homeCountry: 'DE', withTips: true })
  expect((await set('DE', null)).status).toBe(200)
})

test('a summary tells home sales by the country that was the seller’s in its quarter, and names the owner to helpers', async () => {
  await using svc = await startShop()
  svc.tick(Date.UTC(2030, 11, 20) - svc.ctx.now())
  const { nova, ada } = await world(svc)
  makeOwner(svc.ctx, 'nova@example.com')
  switchOnVat(svc)
  svc.tick(1_000)
  await collect(svc, fan(svc, 'bea'), cardOf('DE'))
  changeTerms(svc.ctx, { isOn: false, homeCountry: 'DE', withTips: true })
  svc.tick(1_000)
  changeTerms(svc.ctx, { isOn: true, homeCountry: 'FR', withTips: true, from: '2031-01-01' })
  svc.tick(13 * 86_400_000)
  // The owner has to have signed in a moment ago.
  svc.ctx.db.$client.run('UPDATE sessions SET created_at = ?', [svc.ctx.now()])
  await svc.call('PUT', '/api/desk/helpers', { cookie: nova.cookie, body: { account: '@ada', helps: 'money' } })
  for (const [{ cookie }, legalName] of [
    [nova, 'Nova Ltd'],
    [ada, 'Ada Ltd'],
  ] as const) {
    await svc.call('PATCH', '/api/studio/tax-details', { cookie, body: { legalName } })
  }
  const [line] = await csvOf(svc, ada, '/api/desk/vat/summary.csv?quarter=2030-Q4')
  expect(line).toMatchObject({ country: 'DE', declared: 'home' })
  const { text } = await svc.call('GET', '/desk/vat/summary', { cookie: ada.cookie, headers: html })
  expect(text).toContain('Nova Ltd')
  expect(text).not.toContain('Ada Ltd')
})

test('nobody but the owner sees or changes VAT', async () => {
  const { svc, ada } = await openTaxed()
  await using _ = svc
  const { cookie } = ada
  expect((await svc.call('GET', '/desk/vat', { cookie, headers: html })).status).toBe(403)
  expect((await svc.call('GET', '/desk/vat/summary', { cookie, headers: html })).status).toBe(403)
  const before = [rowsOf(svc, 'vat_rates'), rowsOf(svc, 'vat_terms')]
  const rates = [{ country: 'DE', percent: '1' }]
  expect((await svc.call('PATCH', '/api/desk/vat/rates', { cookie, body: { rates } })).status).toBe(403)
  const terms = { isOn: false, homeCountry: 'DE', withTips: false }
  expect((await svc.call('PUT', '/api/desk/vat', { cookie, body: terms })).status).toBe(403)
  expect([rowsOf(svc, 'vat_rates'), rowsOf(svc, 'vat_terms')]).toEqual(before)
})

test('the summary of a quarter has each country, rate and currency, and apart what went back of an earlier quarter', async () => {
  await using svc = await startShop()
  svc.tick(Date.UTC(2030, 11, 20) - svc.ctx.now())
  const { nova, ada, hidden } = await world(svc)
  makeOwner(svc.ctx, 'nova@example.com')
  switchOnVat(svc)
  svc.tick(1_000)
  const french = await collect(svc, ada, cardOf('FR'))
  await collect(svc, hidden, cardOf('DE'))
  await collect(svc, fan(svc, 'bea'), goodCard)
  const back = await collect(svc, fan(svc, 'cem'), cardOf('FR'))
  await refundOf(svc, nova, back.orderId)
  svc.tick(13 * 86_400_000)
  await settled(svc)
  await refundOf(svc, nova, french.orderId, 350)
  await settled(svc)
  const linesIn = async (quarter: string) =>
    (await csvOf(svc, nova, `/api/desk/vat/summary.csv?quarter=${quarter}`)).map((row) => Object.values(row).join(' '))
  expect(await linesIn('2030-Q4')).toEqual([
    'SALES 2030-Q4 home DE 19 USD 7.00 5.88 1.12 700 588 112',
    'SALES 2030-Q4 oss FR 20 USD 7.00 5.83 1.17 700 583 117',
    'SALES 2030-Q4 outside US 0 USD 7.00 7.00 0.00 700 700 0',
  ])
  expect(await linesIn('2031-Q1')).toEqual(['CORRECTION 2030-Q4 oss FR 20 USD -3.50 -2.91 -0.59 -350 -291 -59'])
  expect(await linesIn('2030-Q3')).toEqual([])
  const page = await svc.call('GET', '/desk/vat/summary?quarter=2031-Q1', { cookie: nova.cookie, headers: html })
  expect(page.text).toContain('Corrections of earlier quarters')
  expect(page.text).toContain('This quarter is not over.')
  const before = await svc.call('GET', '/desk/vat/summary?quarter=2030-Q4', { cookie: nova.cookie, headers: html })
  expect(before.text).toContain('A payment that becomes known later still counts in this quarter')
  for (const quarter of ['2030-Q5', '2030', 'x']) {
    const path = `/api/desk/vat/summary.csv?quarter=${quarter}`
    expect((await svc.call('GET', path, { cookie: nova.cookie })).json).toMatchObject({
      code: 'VALIDATION',
      field: 'quarter',
    })
  }
})

test('while prices include VAT they say so wherever nobody has set other words', async () => {
  const { svc, nova, ada } = await openTaxed()
  await using _ = svc
  const pageOf = async (path: string) => (await svc.call('GET', path, { cookie: ada.cookie, headers: html })).text
  for (const path of ['/@nova', '/checkout/nova']) expect(await pageOf(path)).toContain('incl. VAT')
  await svc.call('PATCH', '/api/studio/tax-details', { cookie: nova.cookie, body: { priceNote: 'with tax' } })
  expect(await pageOf('/checkout/nova')).not.toContain('incl. VAT')
})

test('one switch has the rate of the seller’s country hold for the whole EU, and such sales count at home', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  makeOwner(svc.ctx, 'nova@example.com')
  switchOnVat(svc, { DE: '19', FR: '20', GB: '20' })
  const put = (body: Record<string, unknown>) => {
    svc.ctx.db.$client.run('UPDATE sessions SET created_at = ?', [svc.ctx.now()])
    return svc.call('PUT', '/api/desk/vat', { cookie: nova.cookie, body })
  }
  const terms = { isOn: true, withTips: true, isHomeRate: true }
  const abroad = await put({ ...terms, homeCountry: 'GB' })
  expect(abroad.json).toMatchObject({ field: 'isHomeRate', error: 'United Kingdom is not in the EU.' })
  svc.tick(1_000)
  expect((await put({ ...terms, homeCountry: 'DE' })).json).toMatchObject({ isHomeRate: true })
  svc.tick(1_000)
  const french = await collect(svc, ada, cardOf('FR'))
  const british = await collect(svc, fan(svc, 'kim'), cardOf('GB'))
  expect([vatOf(svc, french.orderId), vatOf(svc, british.orderId)]).toEqual([
    ['DE', 1_900, 112],
    ['GB', 2_000, 117],
  ])
  // The evidence of the country stays.
  expect(rowsOf(svc, 'orders').map((row) => Reflect.get(Object(row), 'card_country'))).toContain('FR')
  const now = new Date(svc.ctx.now())
  const quarter = `${now.getUTCFullYear()}-Q${Math.floor(now.getUTCMonth() / 3) + 1}`
  const lines = await csvOf(svc, nova, `/api/desk/vat/summary.csv?quarter=${quarter}`)
  expect(lines.map(({ country, declared }) => [country, declared])).toEqual([
    ['DE', 'home'],
    ['GB', 'outside'],
  ])
  // Without it the country of the buyer holds again.
  expect((await put({ ...terms, homeCountry: 'DE', isHomeRate: false })).json).toMatchObject({ isHomeRate: false })
  svc.tick(1_000)
  const later = await collect(svc, fan(svc, 'lou'), cardOf('FR'))
  expect(vatOf(svc, later.orderId)).toEqual(['FR', 2_000, 117])
})
