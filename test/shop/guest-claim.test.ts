import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { mailingConsents } from '../../db/schema/audience/mailing-list.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { keptSums } from '../../src/rooms.ts'
import { rowsOf } from '../support/account/account.ts'
import { until } from '../support/casset/upload.ts'
import { refundAsOwner } from '../support/earnings/sale.ts'
import { startSmtp } from '../support/platform/smtp.ts'
import { accessOf, card, collect, confirm, openShop, postings, settled, shopOf } from '../support/shop/checkout.ts'
import {
  askAsGuest,
  beginAsGuest,
  claimBy,
  collectAsGuest,
  downloadAsGuest,
  hearAsGuest,
  linksIn,
  refusalOf,
  secretOf,
} from '../support/shop/guest.ts'

const dayMs = 86_400_000

/** A shop that sends mail. */
async function openMailing() {
  const smtp = await startSmtp()
  const shop = await openShop({ env: smtp.env, limiter: { take: () => 0 } })
  const { svc } = shop
  /** Returns the links in the newest email, once there are so many. */
  const email = async (count: number) => {
    await svc.ctx.jobs.idle()
    await until(
      () => smtp.received.length,
      (length) => length >= count,
    )
    return linksIn(smtp.received[count - 1])
  }
  const faults = () => [
    ...verifyLedger(svc.ctx).problems,
    ...keptSums.flatMap(({ differing }) => svc.ctx.db.$client.query(differing).all()),
  ]
  const close = async () => {
    await svc[Symbol.asyncDispose]()
    await smtp[Symbol.asyncDispose]()
  }
  return { ...shop, smtp, email, faults, [Symbol.asyncDispose]: close }
}

test('the mailed claim link puts a purchase into a library, once, for the person who opens it first', async () => {
  await using shop = await openMailing()
  const { svc, nova, ada, draft, dawn, email, faults } = shop
  const code = { code: 'of-draft', userId: draft.userId, cassetId: nova.cassetId, createdAt: 1 }
  svc.ctx.db.$client.run('INSERT INTO referral_links (code, user_id, casset_id, created_at) VALUES (?, ?, ?, 1)', [
    code.code,
    code.userId,
    code.cassetId,
  ])
  const { orderId, secret, paymentIntentId } = await collectAsGuest(svc, { referralCode: 'of-draft' })
  const { text, open, claim } = await email(1)
  expect(text).toStartWith('Hello there,\n\nFirst Light by Nova (@nova) is yours now.')
  expect(text).not.toContain('{{')
  expect([open, claim]).toEqual([expect.stringMatching(/^.{43}$/), expect.stringMatching(/^.{43}$/)])
  expect(text).not.toContain('/receipt/')
  expect(new Set([secret, open, claim]).size).toBe(3)
  for (const table of ['mails', 'guest_links', 'jobs']) {
    for (const each of [open, claim]) expect(JSON.stringify(rowsOf(svc, table))).not.toContain(each)
  }
  // Nobody gets a referral credit for an email address, and the account with that address does not
  // have the tracks by itself.
  expect(rowsOf(svc, 'referral_credits')).toEqual([])
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')

  // No other link claims: neither that of the page, nor one that was guessed, nor one without an
  // account.
  for (const each of [secret, open, 'x', `${claim}A`, orderId]) {
    expect(refusalOf(await claimBy(svc, each, ada))).toEqual([404, 'NOT_FOUND', 'There is no such link.'])
  }
  expect((await claimBy(svc, claim, { cookie: '' })).status).toBe(401)
  expect((await downloadAsGuest(svc, claim)).status).toBe(404)
  expect(refusalOf(await claimBy(svc, claim, nova))).toEqual([409, 'BAD_STATE', 'This is your own casset.'])

  const both = await Promise.all([claimBy(svc, claim, ada), claimBy(svc, claim, ada)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(both[0].json).toEqual({ cassetId: nova.cassetId, slug: 'nova', name: 'First Light' })
  expect(refusalOf(await claimBy(svc, claim, draft))).toEqual([
    409,
    'BAD_STATE',
    'This was put into the library of another account.',
  ])
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
  const mine = await svc.call('GET', '/api/purchases/mine', { cookie: ada.cookie })
  expect(Object(mine.json).purchases).toEqual([
    expect.objectContaining({ amount: 700, status: 'PAID', entitles: true }),
  ])
  expect(rowsOf(svc, 'orders').map(Object)).toEqual([
    expect.objectContaining({ id: orderId, user_id: null, holder_id: ada.userId, buyer_email: '', agent_key: null }),
  ])
  expect(rowsOf(svc, 'referral_credits')).toHaveLength(1)
  expect((await svc.call('GET', `/receipt/${orderId}`, { cookie: ada.cookie })).status).toBe(200)
  for (const each of [secret, open]) {
    expect(refusalOf(await downloadAsGuest(svc, each))[2]).toBe('This is in the library of an account by now.')
    expect((await hearAsGuest(svc, each, dawn.id)).status).toBe(409)
  }
  const { sales } = Object((await svc.call('GET', '/api/studio/sales', { cookie: nova.cookie })).json)
  expect(sales).toEqual([expect.objectContaining({ orderId, buyer: { handle: 'ada', displayName: 'Ada' } })])
  expect(faults()).toEqual([])

  // From here on the purchase belongs to the account: a refund ends its access, and the email goes
  // to its address.
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  expect((await email(2)).text).toContain(`/receipt/${orderId}`)
  expect(shop.smtp.received[1]?.to).toEqual(['ada@example.com'])
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  expect(refusalOf(await claimBy(svc, claim, draft))[2]).toBe('This was put into the library of another account.')
  expect(faults()).toEqual([])
})

test('somebody who has the casset keeps the link for somebody else; somebody who had it once has it again', async () => {
  await using shop = await openMailing()
  const { svc, ada, draft, hidden, dawn, email, faults } = shop
  const own = await collect(svc, ada)
  await email(1)
  await collectAsGuest(svc)
  const first = await email(2)
  const refused = await claimBy(svc, first.claim, ada)
  expect(refusalOf(refused)).toEqual([409, 'BAD_STATE', 'You already have this casset.'])
  expect(Object(refused.json).hint).toBe(
    'The link still works: pass it on to somebody, or ask the artist for a refund.',
  )
  const taken = await Promise.all([claimBy(svc, first.claim, draft), claimBy(svc, first.claim, hidden)])
  expect(taken.map(({ status }) => status)).toEqual([200, 409])
  expect(await accessOf(svc, dawn.id, draft)).toBe('full')

  const { stripe, test: bank } = shopOf(svc)
  const intent = await stripe.paymentIntents.retrieve(own.paymentIntentId)
  const dispute = await bank.openDispute(String(intent.latest_charge))
  await bank.moveDispute(dispute, 'lost')
  await settled(svc)
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  const sent = shop.smtp.received.length
  await collectAsGuest(svc)
  const again = linksIn(shop.smtp.received.slice(sent).findLast(({ to }) => to.includes('kim@example.org')))
  expect((await claimBy(svc, again.claim, ada)).status).toBe(200)
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
  expect(svc.ctx.db.$client.query('SELECT count(*) AS n FROM purchases').all()).toEqual([{ n: 2 }])
  expect(faults()).toEqual([])
})

test('a claimed purchase stays its holder’s: they have it again when its refund comes back and their own payment went', async () => {
  await using shop = await openMailing()
  const { svc, nova, ada, dawn, email, faults } = shop
  const first = await beginAsGuest(svc)
  await confirm(svc, { cookie: '' }, first, card('4000000000007726'))
  await settled(svc)
  expect((await claimBy(svc, (await email(1)).claim, ada)).status).toBe(200)
  expect((await refundAsOwner(svc, nova, first.orderId)).status).toBe(200)
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  const second = await collect(svc, ada)
  svc.tick(6_000)
  await settled(svc)
  expect(postings(svc)).toMatchObject({ SALE: 2, REFUND: 1, REFUND_FAILURE: 1 })
  const held = () => rowsOf(svc, 'purchases').map((row) => [Object(row).user_id, Object(row).order_id])
  expect(held()).toEqual([[ada.userId, second.orderId]])
  expect((await refundAsOwner(svc, nova, second.orderId)).status).toBe(200)
  await settled(svc)
  expect(held()).toEqual([[ada.userId, first.orderId]])
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
  expect(refusalOf(await downloadAsGuest(svc, first.secret))[2]).toBe('This is in the library of an account by now.')
  expect(faults()).toEqual([])
})

test('a claim link of what went back, or of nothing paid, gives nothing and says why', async () => {
  await using shop = await openMailing()
  const { svc, ada, email, faults } = shop
  const { paymentIntentId } = await collectAsGuest(svc)
  const { claim } = await email(1)
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  expect(refusalOf(await claimBy(svc, claim, ada))[2]).toBe('This purchase has ended: the money went back.')
  const refund = await email(2)
  expect(refund.text).toContain('is on its way back to you')
  expect(refund.text).toContain('You no longer have the casset.')
  expect(refund.text).not.toContain('/collected/')
  expect(rowsOf(svc, 'purchases').map((row) => Object(row).user_id)).toEqual([null])
  expect(faults()).toEqual([])
})

test('an email address is forgotten when its reader asks, and after 30 days when nothing was paid', async () => {
  await using shop = await openMailing()
  const { svc, nova, draft, email } = shop
  // An account agreed with the address that a guest types.
  const agreed = { artistId: nova.artistId, userId: draft.userId, email: 'kim@example.org', text: 'Yes', keyHash: 'x' }
  const consent = { ...agreed, id: svc.ctx.uuid(), givenAt: 1, givenFrom: 'checkout' } as const
  svc.ctx.db.insert(mailingConsents).values(consent).run()
  const { secret } = await collectAsGuest(svc)
  const { claim } = await email(1)
  const post = (what: string, body: object = { secret }) => svc.call('POST', `/api/guest/${what}`, { body })
  expect((await post('mail')).status).toBe(204)
  const second = await email(2)
  expect(second.text).toContain('the casset of @nova was bought with your email address.')
  expect(second.text).not.toContain('First Light')
  expect((await claimBy(svc, second.claim, nova)).status).toBe(409)
  const begun = await beginAsGuest(svc, { email: 'lost@example.org' })
  const { stripe } = shopOf(svc)
  const slow = await beginAsGuest(svc, { email: 'slow@example.org' })
  const voucher = { payment_method: 'pm_card_voucher', return_url: svc.url }
  await stripe.paymentIntents.confirm(slow.paymentIntentId, voucher)
  await settled(svc)
  expect([(await post('forget')).status, (await post('forget')).status]).toEqual([204, 204])
  expect(refusalOf(await post('mail'))).toEqual([
    409,
    'BAD_STATE',
    'We have forgotten your email address, as you asked.',
  ])
  expect(refusalOf(await post('forget', { secret: claim }))[0]).toBe(404)
  const whole = () => ['orders', 'mails', 'jobs'].map((table) => JSON.stringify(rowsOf(svc, table))).join()
  expect(whole()).not.toContain('kim@example.org')
  expect(rowsOf(svc, 'mailing_consents')).toMatchObject([{ email: 'kim@example.org', ended_at: null }])
  expect(refusalOf(await downloadAsGuest(svc, secret))[0]).not.toBe(404)
  expect(whole()).toContain('lost@example.org')
  svc.tick(31 * dayMs)
  await svc.ctx.jobs.idle()
  expect(whole()).not.toContain('lost@example.org')
  expect(Object(rowsOf(svc, 'orders').find((row) => Object(row).id === begun.orderId)).state).toBe('OPEN')
  // A voucher may still be paid: its email has to arrive.
  const { next_action: next } = await stripe.paymentIntents.retrieve(slow.paymentIntentId)
  const counter = next?.boleto_display_details?.hosted_voucher_url ?? ''
  await fetch(counter, { method: 'POST', body: new URLSearchParams({ choice: 'pay' }) })
  await settled(svc)
  const toSlow = "SELECT kind FROM mails WHERE recipient = 'slow@example.org' ORDER BY kind"
  expect(svc.ctx.db.$client.query(toSlow).values().flat()).toEqual(['receipt'])
})

test('emails about what is free are few, and without SMTP none is spoken of', async () => {
  const { svc, nova, ada } = await openShop({ clock: 'stands' })
  await using _ = svc
  svc.ctx.db.update(cassets).set({ priceMinor: 0 }).where(eq(cassets.id, nova.cassetId)).run()
  const secrets: string[] = []
  for (let count = 0; count < 7; count += 1) secrets.push(secretOf(await askAsGuest(svc)))
  expect(rowsOf(svc, 'mails')).toHaveLength(5)
  for (let count = 0; count < 40; count += 1) await askAsGuest(svc, { email: `kim${count}@example.org` })
  expect(rowsOf(svc, 'mails')).toHaveLength(28)
  expect(rowsOf(svc, 'purchases')).toHaveLength(47)
  const again = await svc.call('POST', '/api/guest/mail', { body: { secret: secrets[6] } })
  expect(refusalOf(again)).toEqual([409, 'BAD_STATE', 'This site sends no email.'])
  expect(await accessOf(svc, nova.cassetId, ada)).toBe('404')
})
