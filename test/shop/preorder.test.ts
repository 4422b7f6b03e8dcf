import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/account/account.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import { openingMoves } from '../../db/schema/casset/opening.ts'
import { jobs } from '../../db/schema/platform/job.ts'
import { mails } from '../../db/schema/platform/mail.ts'
import { deskDone } from '../../db/schema/platform/security.ts'
import { purchases } from '../../db/schema/shop/purchase.ts'
import { viewerOfSession } from '../../src/account/session/viewer.ts'
import { callOff as takeOff } from '../../src/casset/call-off.ts'
import { redeemCode } from '../../src/shop/download-code/redeem-code.ts'
import { notifyPreorderJob } from '../../src/shop/preorder/notify-preorder.ts'
import { openTapeJob } from '../../src/shop/preorder/open-tape.ts'
import { toldTo } from '../support/account/notification.ts'
import { accessOf, begin, books, collect, confirm, goodCard, settled, shopOf } from '../support/shop/checkout.ts'
import { makeCodes, redeem } from '../support/shop/code.ts'
import { faultsOf, giftIn, give, takeGift } from '../support/shop/gift.ts'
import { collectAsGuest, hearAsGuest, refusalOf } from '../support/shop/guest.ts'
import { askMoneyBack } from '../support/shop/holder.ts'
import { callOff, closedOf, dayMs, inMs, openPreorder, rowOf, setOpening } from '../support/shop/preorder.ts'
import { cast } from '../support/world.ts'

const follow = (svc: Parameters<typeof accessOf>[0], cookie: string) =>
  svc.call('POST', '/api/casset/nova/activity', { cookie, body: { type: 'follow' } })

test('at its hour a preorder opens by itself: buyers, guests and followers are told, each once', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada, draft, kettle, emailsTo } = shop
  await collect(svc, ada)
  const guest = await collectAsGuest(svc)
  await follow(svc, draft.cookie)
  await follow(svc, ada.cookie)
  svc.tick(10 * dayMs - 60_000)
  await settled(svc)
  expect(closedOf(svc, nova.cassetId)).toEqual(['Kettle'])
  expect(await emailsTo('ada@example.com', 'open')).toEqual([])
  const [receipt] = await emailsTo('ada@example.com', 'receipt')
  expect(receipt?.text).toContain('First Light by Nova (@nova) is ordered, and yours once it opens.')
  svc.tick(61_000)
  await settled(svc)
  expect(closedOf(svc, nova.cassetId)).toEqual([])
  expect(await accessOf(svc, kettle.id, ada)).toBe('full')
  expect((await hearAsGuest(svc, guest.secret, kettle.id)).status).toBe(206)
  const [toAda, ...others] = await emailsTo('ada@example.com', 'is open')
  expect(others).toEqual([])
  expect(toAda?.text).toContain('First Light by Nova is open: all of it is yours now')
  const toGuest = await emailsTo('kim@example.org', 'is open')
  expect(toGuest.length).toBe(1)
  expect(toGuest[0]?.text).toMatch(/\/collected\/[\w-]{43}/)
  expect((await toldTo(svc, ada)).filter((title) => title.includes('First Light'))).toEqual([
    'First Light is open | All of it is yours now.',
  ])
  expect(await toldTo(svc, draft)).toEqual(['First Light is out | New from Nova, whom you follow'])
  // The job is done again, as after a stop in its middle: nobody is told twice.
  const before = svc.ctx.db.select().from(mails).all().length
  svc.ctx.jobs.add(notifyPreorderJob, { cassetId: nova.cassetId, what: 'opened', at: openedAt(svc) }, { key: 'again' })
  await settled(svc)
  expect(svc.ctx.db.select().from(mails).all().length).toBe(before)
  expect((await toldTo(svc, draft)).length).toBe(1)
  expect(faultsOf(svc)).toEqual([])
})

/** When the news of the opening was queued, by the key of an email about it. */
const openedAt = ({ ctx }: Parameters<typeof accessOf>[0]): number =>
  Number(/opened (\d+)/.exec(JSON.stringify(ctx.db.select({ key: mails.uniqueKey }).from(mails).all()))?.[1])

test('a preorder opens on the next start where the machine was off at its hour', async () => {
  const shop = await openPreorder()
  const { svc, nova, ada } = shop
  await collect(svc, ada)
  const { ctx } = svc
  ctx.db.$client.run("DELETE FROM jobs WHERE kind = 'open-tape'")
  svc.tick(11 * dayMs)
  await settled(svc)
  expect(closedOf(svc, nova.cassetId)).toEqual(['Kettle'])
  openTapeJob.atStart(ctx)
  await settled(svc)
  expect(closedOf(svc, nova.cassetId)).toEqual([])
  await shop[Symbol.asyncDispose]()
})

test('when the hour moves later each buyer is told and may have their money back by one press', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada, draft, dawn, emailsTo, opensAt } = shop
  const bought = await collect(svc, ada)
  const guest = await collectAsGuest(svc)
  expect(refusalOf(await askMoneyBack(svc, bought.orderId, ada))).toEqual([
    409,
    'BAD_STATE',
    'This casset opens when you were told that it would.',
  ])
  expect(openingsOf(svc)).toEqual([opensAt])
  const later = inMs(svc, 20 * dayMs)
  expect((await setOpening(svc, nova, { opensAt: later })).status).toBe(200)
  expect(openingsOf(svc)).toEqual([later])
  await settled(svc)
  const [moved] = await emailsTo('ada@example.com', 'opens')
  expect(moved?.text).toContain('one press does it')
  expect((await emailsTo('kim@example.org', 'opens')).length).toBe(1)
  // Somebody who orders now is promised the new hour.
  const late = await collect(svc, draft)
  expect((await askMoneyBack(svc, late.orderId, draft)).status).toBe(409)
  expect((await askMoneyBack(svc, bought.orderId, draft)).status).toBe(403)
  expect((await askMoneyBack(svc, bought.orderId, ada)).status).toBe(204)
  await settled(svc)
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  expect((await askMoneyBack(svc, bought.orderId, ada)).status).toBe(409)
  const byGuest = () => askMoneyBack(svc, guest.orderId, guest)
  expect((await byGuest()).status).toBe(204)
  expect((await byGuest()).status).toBe(409)
  await settled(svc)
  const { data } = await shopOf(svc).stripe.refunds.list({ limit: 10 })
  expect(data.map(({ amount }) => amount)).toEqual([700, 700])
  // Back to the hour that was promised: nobody who is left may have it.
  expect((await setOpening(svc, nova, { opensAt })).status).toBe(200)
  expect((await askMoneyBack(svc, late.orderId, draft)).status).toBe(409)
  svc.tick(10 * dayMs + 1_000)
  await settled(svc)
  expect(refusalOf(await askMoneyBack(svc, late.orderId, draft))[2]).toBe('This casset is open: it is yours.')
  expect(faultsOf(svc)).toEqual([])
})

/** The hours of the openings in the queue. */
const openingsOf = ({ ctx }: Parameters<typeof accessOf>[0]): string[] =>
  ctx.db
    .select({ runAt: jobs.runAt })
    .from(jobs)
    .where(eq(jobs.kind, openTapeJob.kind))
    .all()
    .map(({ runAt }) => new Date(runAt).toISOString())

test('an hour moves by at most a year in all once somebody has ordered it, and earlier at any time', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada } = shop
  await collect(svc, ada)
  expect((await setOpening(svc, nova, { opensAt: inMs(svc, 360 * dayMs) })).status).toBe(200)
  svc.tick(13 * dayMs)
  expect(refusalOf(await setOpening(svc, nova, { opensAt: inMs(svc, 365 * dayMs) }))[2]).toBe(
    'An opening can be moved by at most a year in total.',
  )
  expect((await setOpening(svc, nova, { opensAt: inMs(svc, 2 * dayMs) })).status).toBe(200)
  svc.tick(2 * dayMs + 1_000)
  await settled(svc)
  expect(closedOf(svc, nova.cassetId)).toEqual([])
})

test('a preorder that is called off refunds and tells everybody once, and stays closed', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada, draft, kettle, emailsTo } = shop
  await collect(svc, ada)
  await collectAsGuest(svc)
  const started = await begin(svc, draft)
  expect((await callOff(svc, nova)).status).toBe(204)
  expect(openingsOf(svc)).toEqual([])
  expect((await callOff(svc, nova)).status).toBe(409)
  await settled(svc)
  expect(await accessOf(svc, kettle.id, ada)).toBe('404')
  const [told, ...again] = await emailsTo('ada@example.com', 'called off')
  expect([told?.text.includes('library'), again]).toEqual([false, []])
  expect((await emailsTo('kim@example.org', 'called off')).length).toBe(1)
  expect(
    svc.ctx.db
      .select()
      .from(purchases)
      .all()
      .every(({ endedAt }) => endedAt !== null),
  ).toBe(true)
  // A payment that was under way comes back as well.
  await confirm(svc, draft, started, goodCard)
  await settled(svc)
  expect(books(svc).orders.filter((order) => order.startsWith('UNDELIVERED')).length).toBe(1)
  const { stripe } = shopOf(svc)
  const refunds = await stripe.refunds.list({ limit: 10 })
  expect(refunds.data.map(({ amount }) => amount)).toEqual([700, 700, 700])
  expect(faultsOf(svc)).toEqual([])
  // The casset can be published again only with a new hour, or open.
  expect(refusalOf(await setOpening(svc, nova, { published: true }))[2]).toBe(
    'The preorder of this casset was called off.',
  )
  expect(closedOf(svc, nova.cassetId)).toEqual(['Kettle'])
  expect((await setOpening(svc, nova, { opensAt: null, published: true })).status).toBe(200)
  expect(closedOf(svc, nova.cassetId)).toEqual([])
})

test('a code waits until a call-off has taken the tape from everybody, and is not spent meanwhile', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada } = shop
  const { first: code } = await makeCodes(svc, nova)
  const viewer = viewerOfSession(svc.ctx, ada.sessionId)
  await svc.ctx.jointly(() => {
    const casset = svc.ctx.db.select().from(cassets).where(eq(cassets.id, nova.cassetId)).get()
    if (!casset || !viewer) throw new Error('nobody, or nothing')
    takeOff(svc.ctx, casset)
    expect(() => redeemCode(svc.ctx, viewer, code)).toThrow('This casset was called off just now.')
  })
  await settled(svc)
  expect((await redeem(svc, ada, code)).status).toBe(200)
  await settled(svc)
  expect(svc.ctx.db.select().from(purchases).all()).toMatchObject([{ userId: ada.userId, endedAt: null }])
})

test('an order after a call-off was promised the new hour, and no former one counts', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada } = shop
  await collect(svc, ada)
  svc.tick(1_000)
  await setOpening(svc, nova, { opensAt: inMs(svc, 30 * dayMs) })
  await callOff(svc, nova)
  expect(svc.ctx.db.select().from(openingMoves).all()).toEqual([])
  await settled(svc)
  await setOpening(svc, nova, { opensAt: inMs(svc, 20 * dayMs), published: true })
  const { orderId } = await collect(svc, ada)
  await settled(svc)
  expect((await askMoneyBack(svc, orderId, ada)).status).toBe(409)
})

test('an artist who may sell no more, or deletes their account, gives the money of preorders back', async () => {
  for (const ending of ['permission', 'account'] as const) {
    await using shop = await openPreorder()
    const { svc, nova, ada } = shop
    const boss = cast(svc.ctx, 'boss')
    svc.ctx.db.update(users).set({ role: 'owner' }).where(eq(users.id, boss.userId)).run()
    await collect(svc, ada)
    if (ending === 'permission') {
      const decide = (body: object) =>
        svc.call('PATCH', `/api/admin/sellers/${nova.artistId}`, { cookie: boss.cookie, body })
      const givesBack = [{ amount: 700, currency: 'usd' }]
      // The call has to name the sums: none, another, or one of them twice is refused.
      for (const shown of [undefined, [], [{ amount: 699, currency: 'usd' }], [...givesBack, ...givesBack]]) {
        const { status, json } = await decide({ allowed: false, givesBack: shown })
        expect([status, json]).toEqual([
          409,
          {
            error: 'This calls their preorders off and gives $7.00 back to those who ordered.',
            code: 'BAD_STATE',
            field: 'givesBack',
            hint: 'Nothing has been called off yet.',
            givesBack,
          },
        ])
      }
      await settled(svc)
      expect([rowOf(svc, nova.cassetId)?.calledOffAt, svc.ctx.db.select().from(deskDone).all()]).toEqual([null, []])
      expect((await decide({ allowed: false, givesBack })).status).toBe(200)
    } else {
      const { status, text } = await svc.call('POST', '/api/auth/account/delete', {
        cookie: nova.cookie,
        body: { leaveOwed: true },
      })
      expect([status, text]).toEqual([204, ''])
    }
    await settled(svc)
    expect([
      ending,
      svc.ctx.db
        .select()
        .from(purchases)
        .all()
        .map(({ status }) => status),
    ]).toEqual([ending, ['REFUNDED']])
    const { calledOffAt, published } = rowOf(svc, nova.cassetId) ?? {}
    expect([typeof calledOffAt, published]).toEqual(['number', false])
    expect((await shop.emailsTo('ada@example.com', 'called off')).length).toBe(1)
    expect(faultsOf(svc)).toEqual([])
  }
})

test('a gift of a preorder opens for whoever claimed it, and its payer gets the money back', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada, dawn, kettle, smtp } = shop
  const kim = cast(svc.ctx, 'kim', { published: false })
  const { orderId } = await give(svc, ada)
  await shop.emailsTo('kim@example.org', 'gift')
  const secret = smtp.received.map(giftIn).find((each) => each.secret !== '')?.secret ?? ''
  expect((await takeGift(svc, secret, kim)).status).toBe(200)
  expect(await accessOf(svc, dawn.id, kim)).toBe('full')
  expect(await accessOf(svc, kettle.id, kim)).toBe('404')
  await setOpening(svc, nova, { opensAt: inMs(svc, 30 * dayMs) })
  await settled(svc)
  expect((await askMoneyBack(svc, orderId, kim)).status).toBe(403)
  expect((await askMoneyBack(svc, orderId, ada)).status).toBe(204)
  await settled(svc)
  expect(await accessOf(svc, dawn.id, kim)).toBe('hook')
  expect(faultsOf(svc)).toEqual([])
})
