import { expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { sellerCheck } from '../../src/books/tax/seller-check.ts'
import { readConfig } from '../../src/config.ts'
import { rowsOf } from '../support/account/account.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { collect, openShop } from '../support/shop/checkout.ts'
import { addEmoji } from '../support/shop/emoji.ts'
import { sellTracks } from '../support/shop/single-track.ts'

const named = {
  SELLER_COUNTRY: 'de',
  SELLER_NAME: 'Quiet Room\nRecordings',
  SELLER_ADDRESS: 'Lindenstraße 12\n10969 Berlin',
}
const line = 'Quiet Room Recordings, Lindenstraße 12, 10969 Berlin'

const withdraw = ' · <a href="/withdraw" target="_blank" rel="noopener">Withdraw from contract</a>'

const keyOf = async (svc: TestServer, path: string, cookie?: string, language = 'en') => {
  const { status, text } = await svc.call('GET', path, {
    headers: { accept: 'text/html', 'accept-language': language },
    ...(cookie === undefined ? {} : { cookie }),
  })
  return [path, status, /<p class="fine-print seller"[^>]*>(.*?)<\/p>/.exec(text)?.[1]]
}

test('the seller stands at the key of each checkout with their terms, and on receipts', async () => {
  const { svc, nova, ada } = await openShop({ env: { ...named, TERMS: 'Be kind.' } })
  await using _ = svc
  makeOwner(svc.ctx, 'nova@example.com')
  const emoji = await addEmoji(svc, nova)
  const terms = ' · <a href="/terms" target="_blank" rel="noopener">'
  const sale = `Seller: ${line}, Germany${terms}Terms</a>${withdraw}`
  for (const path of ['/checkout/nova', '/checkout/nova/gift', `/checkout/nova/emoji/${emoji.id}`])
    expect(await keyOf(svc, path, ada.cookie)).toEqual([path, 200, sale])
  expect(await keyOf(svc, '/checkout/nova')).toEqual(['/checkout/nova', 200, sale])
  expect((await keyOf(svc, '/checkout/nova/tip', ada.cookie))[2]).toBe(`Paid to: ${line}, Germany${terms}Terms</a>`)
  expect((await keyOf(svc, '/checkout/nova', undefined, 'ja'))[2]).toContain('ドイツ')
  // Above all keys, those of wallets too.
  const { text } = await svc.call('GET', '/checkout/nova', { headers: { accept: 'text/html' } })
  const places = ['class="fine-print seller"', 'Test wallet', 'Pay $7.00'].map((words) => text.indexOf(words))
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(places).not.toContain(-1)
  // The desk goes before what the studio has of the owner.
  await svc.call('PATCH', '/api/studio/tax-details', {
    cookie: nova.cookie,
    body: { legalName: 'An older name', taxId: 'DE123456789' },
  })
  await collect(svc, ada)
  expect(rowsOf(svc, 'receipts').at(-1)).toMatchObject({
    seller_legal_name: 'Quiet Room Recordings',
    seller_address: 'Lindenstraße 12\n10969 Berlin',
    seller_tax_id: 'DE123456789',
  })
})

test('without settings the owner is named as on their receipts, and where nobody owns the site, nobody is', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  expect((await keyOf(svc, '/checkout/nova', ada.cookie))[2]).toBeUndefined()
  makeOwner(svc.ctx, 'nova@example.com')
  expect((await keyOf(svc, '/checkout/nova', ada.cookie))[2]).toBe(`Seller: Nova${withdraw}`)
  const body = { legalName: 'Nova <b>Ltd</b>', address: '1 Road\n\n 2 Town ' }
  await svc.call('PATCH', '/api/studio/tax-details', { cookie: nova.cookie, body })
  expect((await keyOf(svc, '/checkout/nova', ada.cookie))[2]).toBe(
    `Seller: Nova &lt;b>Ltd&lt;/b>, 1 Road, 2 Town${withdraw}`,
  )
})

const live = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
const texts = { IMPRINT: 'Us.', TERMS: 'Be kind.', PRIVACY_POLICY: 'None.' }

test('the doctor names what a site that sells does not tell, a problem where real money moves', async () => {
  await using svc = await startServer()
  const looked = async (env: Record<string, string>) => {
    const { problem, note } = await sellerCheck.look({ ...svc.ctx, config: readConfig(env) })
    return { ok: problem === undefined, text: problem ?? note }
  }
  const lacks =
    'buyers are not told who sells: name, address or country is not set; this site sells and has no imprint; ' +
    'it has no terms; it has no page on privacy'
  expect(await looked({})).toEqual({ ok: true, text: 'nothing is sold here' })
  expect(await looked({ PAYMENTS: 'test' })).toEqual({ ok: true, text: lacks })
  expect(await looked(live)).toEqual({ ok: false, text: lacks })
  const { SELLER_ADDRESS, ...less } = named
  expect(await looked({ ...live, ...less, ...texts })).toMatchObject({ ok: false })
  expect(await looked({ ...live, ...named, ...texts })).toEqual({
    ok: true,
    text: 'buyers see who sells, and on what terms',
  })
  const { IMPRINT, ...american } = texts
  expect(await looked({ ...live, ...named, SELLER_COUNTRY: 'US', ...american })).toMatchObject({ ok: true })
  expect(await looked({ ...live, ...named, ...american })).toMatchObject({
    ok: false,
    text: 'this site sells and has no imprint',
  })
})

test('a country that there is not is refused by its name', async () => {
  await expect(startServer({ env: { SELLER_COUNTRY: 'UK' } })).rejects.toThrow('SELLER_COUNTRY')
})

test('a seller in Japan says at the key when one pays and what can be cancelled, and no other seller does', async () => {
  for (const [country, giveBack, says] of [
    ['jp', 'off', 'What is not delivered yet can be cancelled'],
    ['jp', 'on', 'Within fourteen days you can return it'],
    ['de', 'off', undefined],
  ] as const) {
    const { svc, ada } = await openShop({ env: { ...named, SELLER_COUNTRY: country, GIVE_BACK: giveBack } })
    await using _ = svc
    const [, , sale = ''] = await keyOf(svc, '/checkout/nova', ada.cookie)
    expect(String(sale).includes('You pay when you press the key.')).toBe(says !== undefined)
    if (says !== undefined) expect(sale).toContain(`<br/>You pay when you press the key. ${says}`)
    expect((await keyOf(svc, '/checkout/nova/tip', ada.cookie))[2]).not.toContain('You pay when')
  }
})

test('single tracks have the note on tax that other prices have', async () => {
  const { svc, nova } = await openShop()
  await using _ = svc
  const page = async () => (await svc.call('GET', '/@nova', { headers: { accept: 'text/html' } })).text
  const note = { cookie: nova.cookie, body: { priceNote: 'incl. VAT 19 %' } }
  expect((await svc.call('PATCH', '/api/studio/tax-details', note)).status).toBe(200)
  expect(await page()).not.toContain('Single tracks:')
  sellTracks(svc, nova, 150)
  expect(await page()).toContain('Single tracks: incl. VAT 19 %')
})
