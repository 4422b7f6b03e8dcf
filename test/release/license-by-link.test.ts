import { expect, test } from 'bun:test'
import { rowsOf } from '../support/account/account.ts'
import { until } from '../support/casset/upload.ts'
import { readEmail, startSmtp } from '../support/platform/smtp.ts'
import { bought, claim, openLicensing, order, payFor, quoted } from '../support/release/license.ts'
import type { Answer, TestServer } from '../support/server.ts'
import { begun, settled, shopOf } from '../support/shop/checkout.ts'
import { refusalOf } from '../support/shop/guest.ts'
import { masterBytes } from '../support/world.ts'

const html = { accept: 'text/html' }

const pageOf = (svc: TestServer, path: string): Promise<Answer> => svc.call('GET', path, { headers: html })

const take = (svc: TestServer, licenseId: string, secret: string): Promise<Answer> =>
  svc.call('POST', `/api/agents/licenses/${licenseId}/access`, { body: { resource: 'download', secret } })

const grantOf = ({ json }: Answer): string => Object(json).grant.url

const fileOf = async (answer: Answer) => Buffer.from(await (await fetch(grantOf(answer))).arrayBuffer())

/** Buys and claims a license, and returns the secret of its holder's link. */
async function linked(svc: TestServer, id: string, scopes?: string[], more: object = {}) {
  const started = await bought(svc, id, scopes, more)
  const { holderUrl, token } = Object((await claim(svc, started)).json).license
  return { ...started, token, secret: String(holderUrl).split('/licensed/')[1] ?? '' }
}

test('the receipt of a license says what was licensed to whom until when, and its link is the paper and the music', async () => {
  await using smtp = await startSmtp()
  const { svc, id, ada } = await openLicensing({ env: smtp.env })
  await using _ = svc
  const textTo = async (address: string) => {
    await svc.ctx.jobs.idle()
    const found = () => smtp.received.findLast(({ to }) => to.includes(address))
    await until(found, (mail) => mail !== undefined)
    return readEmail(found() ?? smtp.received[0] ?? { from: '', to: [], source: '' }).text
  }
  const film = { licensee: 'Lighthouse Film GmbH', email: 'film@example.com' }
  const { orderId } = await bought(svc, id, ['remix', 'download'], film)
  const text = await textTo('film@example.com')
  const secret = /\/licensed\/([\w-]{43})\n/.exec(text)?.[1] ?? ''
  const until365 = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  const day = until365.format(svc.ctx.now() + 365 * 86_400_000)
  for (const line of [
    'License of First Light: remix, download by Nova (@nova) is paid: here is the license.',
    `Holder: Lighthouse Film GmbH\nMusic: First Light by Nova\nValid until: ${day}\n`,
    'and the music to download. Keep this link',
    `${svc.ctx.site.origin}/licenses/${orderId}\n`,
    '- remix: $3.00',
  ])
    expect(text).toContain(line)
  expect(JSON.stringify(rowsOf(svc, 'mails'))).not.toContain(secret)

  const paper = await pageOf(svc, `/licensed/${secret}`)
  expect([paper.status, paper.headers.get('referrer-policy'), paper.headers.get('x-robots-tag')]).toEqual([
    200,
    'same-origin',
    'noindex, nofollow',
  ])
  expect(paper.headers.get('cache-control')).toContain('no-store')
  for (const words of ['Lighthouse Film GmbH', 'Download the music', 'Save as a file'])
    expect(paper.text).toContain(words)
  const [, address = ''] = /download="license.json" href="([^"]+)"/.exec(paper.text) ?? []
  const { credential } = Object((await svc.call('GET', address)).json)
  expect(credential).toMatchObject({ credentialSubject: { licenseId: orderId, licensee: 'Lighthouse Film GmbH' } })
  expect(text).toContain(`\n${svc.ctx.site.origin}/api/agents/licenses/${orderId}/certificate?secret=${secret}\n`)
  expect((await fileOf(await take(svc, orderId, secret))).equals(masterBytes('Dawn'))).toBe(true)
  // The address of the license alone shows and prints what is public of it.
  const open = await pageOf(svc, `/licenses/${orderId}`)
  expect([open.status, open.text.includes('Print'), open.text.includes('Lighthouse')]).toEqual([200, true, false])

  // An account has it in its library: its receipt may go to somebody who keeps the books.
  const quoteId = await quoted(svc, id)
  const body = { quoteId, email: 'books@example.com' }
  await payFor(svc, begun(await svc.call('POST', '/api/checkout/license', { cookie: ada.cookie, body })))
  const told = await textTo('books@example.com')
  expect([told.includes('/licensed/'), told.includes('It is in your library')]).toEqual([false, true])
})

test('the link of a license opens that one alone, and none of its files once the money went back or it is over', async () => {
  const { svc, id, dawn } = await openLicensing()
  await using _ = svc
  const { stripe, test: control } = shopOf(svc)
  const [one, other, unnamed] = [await linked(svc, id), await linked(svc, id), await linked(svc, id, ['remix'])]
  const statusOf = async (licenseId: string, secret: string) => (await take(svc, licenseId, secret)).status
  for (const secret of ['', 'x'.repeat(43), other.secret, one.token])
    expect([secret, await statusOf(one.orderId, secret)]).toEqual([secret, 403])
  expect([await statusOf(one.orderId, one.secret), await statusOf(unnamed.orderId, unnamed.secret)]).toEqual([200, 403])
  for (const path of [`/licensed/${one.token}`, `/licensed/${'x'.repeat(43)}`, `/collected/${one.secret}`])
    expect([path, (await pageOf(svc, path)).status]).toEqual([path, 404])
  // Nor is it a way to what guests buy, or to claim something.
  for (const path of ['download', `audio/${dawn.id}`])
    expect((await svc.call('GET', `/api/guest/${one.secret}/${path}`)).status).toBe(404)

  const spare = grantOf(await take(svc, one.orderId, one.secret))
  const begunFile = grantOf(await take(svc, one.orderId, one.secret))
  await (await fetch(begunFile)).body?.cancel()
  const refund = await stripe.refunds.create({ payment_intent: one.paymentIntentId })
  await settled(svc)
  const refused = refusalOf(await take(svc, one.orderId, one.secret))
  expect(refused).toEqual([403, 'FORBIDDEN', 'This is not the token of this license, or the license is over.'])
  const rest = await fetch(begunFile, { headers: { range: 'bytes=1-' } })
  expect([(await fetch(spare)).status, rest.status]).toEqual([403, 403])
  const ended = await pageOf(svc, `/licensed/${one.secret}`)
  expect([ended.status, ended.text.includes('the money went back'), ended.text.includes('Download the music')]).toEqual(
    [200, true, false],
  )
  // A bank that sends the refund back gives it again.
  await control.failRefund(refund.id)
  await settled(svc)
  expect((await fileOf(await take(svc, one.orderId, one.secret))).equals(masterBytes('Dawn'))).toBe(true)

  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(other.paymentIntentId)
  await control.openDispute(String(charge), { kind: 'dispute' })
  await settled(svc)
  expect(await statusOf(other.orderId, other.secret)).toBe(200)
  await control.moveDispute((await stripe.disputes.list()).data[0]?.id ?? '', 'lost')
  await settled(svc)
  expect(await statusOf(other.orderId, other.secret)).toBe(403)
  svc.tick(366 * 86_400_000)
  expect(await statusOf(one.orderId, one.secret)).toBe(403)
  expect((await pageOf(svc, `/licensed/${one.secret}`)).text).not.toContain('Download the music')
})

test('a claim that is repeated shows the same link, and nobody finds it in the database', async () => {
  const { svc, id } = await openLicensing()
  await using _ = svc
  const started = begun(await order(svc, await quoted(svc, id)))
  await payFor(svc, started)
  const by = { 'idempotency-key': 'claim-1' }
  const [first, again] = [await claim(svc, started, by), await claim(svc, started, by)]
  const { holderUrl } = Object(first.json).license
  expect([first.status, again.json]).toEqual([200, first.json])
  const secret = String(holderUrl).split('/').at(-1) ?? ''
  for (const table of ['licenses', 'guest_links', 'orders', 'jobs', 'mails'])
    expect(JSON.stringify(rowsOf(svc, table))).not.toContain(secret)
  expect(rowsOf(svc, 'guest_links')).toHaveLength(1)
})
