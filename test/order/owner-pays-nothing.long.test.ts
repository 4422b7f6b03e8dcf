import { expect, setDefaultTimeout, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { sessions } from '../../db/schema/account/session.ts'
import { sellerAccounts } from '../../db/schema/books/seller.ts'
import { orders } from '../../db/schema/order/order.ts'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { type RefundReason, refundReasons } from '../../src/order/refund-reason.ts'
import { toldTo } from '../support/account/notification.ts'
import { testLimitMs } from '../support/limits.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { cashOf, type Label, openLabel, owedIn, payOutAll, tipNova } from '../support/order/paid-out.ts'
import { refundWays, type Way } from '../support/order/refund-ways.ts'
import { settled, shopOf } from '../support/shop/checkout.ts'
import { dayMs } from '../support/shop/preorder.ts'

setDefaultTimeout(testLimitMs)

// The test processor takes it of 700, and keeps it when that is refunded.
const fee = 50

const refundsOf = async ({ svc }: Label) => (await shopOf(svc).stripe.refunds.list({ limit: 20 })).data.length

const transfersOf = async ({ svc }: Label) => (await shopOf(svc).stripe.transfers.list({ limit: 50 })).data.length

/** The money of the owner of the instance, in cash and by the books. */
const own = async ({ svc }: Label) => ({ cash: await cashOf(svc), books: (await cashOf(svc)) - owedIn(svc) })

async function untilCalm({ svc }: Label): Promise<void> {
  for (let day = 0; day < 3; day += 1) {
    await settled(svc)
    svc.tick(dayMs)
  }
  await settled(svc)
  // A refund that waits is one job, however often it was looked at.
  const twice = `SELECT kind, payload, count(*) FROM jobs WHERE kind <> 'drop-deadline'
    GROUP BY kind, payload HAVING count(*) > 1`
  expect(svc.ctx.db.$client.query(twice).all()).toEqual([])
}

/** A label whose artist was paid out all that they had earned, and has `earnedMinor` since. */
async function openPaidOut({ env }: Way, earnedMinor: number): Promise<Label> {
  const label = await openLabel({ env: env ?? {} })
  await tipNova(label, 2_000)
  await payOutAll(label.svc)
  if (earnedMinor > 0) await tipNova(label, earnedMinor)
  return label
}

async function expectSoundBooks({ svc }: Label): Promise<void> {
  expect(verifyLedger(svc.ctx).problems).toEqual([])
  expect(await doctorOf(svc.dataDir, { PAYMENTS: 'test' }, 'reconciling')).toMatchObject({ ok: true })
}

/** The part of 700 that the artist gets, less the processor's fee and the percent of the owner. */
const artistsPart = 580

/**
 * Sends the artist their part of what ada paid, unknown to the database, as after a restore from
 * before it was sent.
 */
async function sendUnknown({ svc, nova }: Label): Promise<void> {
  const { db, instanceId: deckId } = svc.ctx
  const { stripe } = shopOf(svc)
  const order = db.select().from(orders).orderBy(desc(orders.id)).get()
  const account = db.select().from(sellerAccounts).where(eq(sellerAccounts.artistId, nova.artistId)).get()
  await stripe.transfers.create({
    amount: artistsPart,
    currency: 'usd',
    destination: String(account?.accountId),
    transfer_group: String(order?.id),
    source_transaction: String(order?.chargeId),
    metadata: { orderId: String(order?.id), artistId: nova.artistId, deckId },
  })
}

const isReason = (name: string): name is RefundReason => name in refundReasons

for (const reason of Object.keys(refundReasons).filter(isReason)) {
  for (const way of refundWays[reason]) {
    test(`a refund (${reason}: ${way.name}) leaves the owner what they had, where its artist has earned the processor’s fee`, async () => {
      const label = await openPaidOut(way, 5_000)
      await using svc = label.svc
      const before = await own(label)
      const { press, keptMinor = 0 } = await way.pay(label)
      svc.tick(5 * dayMs)
      await settled(svc)
      const answer = await press()
      if (answer)
        expect([answer.status, answer.text]).toEqual([expect.any(Number), expect.not.stringContaining('error')])
      await untilCalm(label)
      expect(await refundsOf(label)).toBe(reason === 'rest' ? 2 : 1)
      expect([await own(label), owedIn(svc)]).toEqual([
        { cash: before.cash + keptMinor, books: before.books + keptMinor },
        0,
      ])
      await expectSoundBooks(label)
    })

    test(`a refund (${reason}: ${way.name}) costs the owner nothing, where its artist was paid out everything`, async () => {
      const label = await openPaidOut(way, 0)
      await using svc = label.svc
      const before = await own(label)
      const { press, keptMinor = 0 } = await way.pay(label)
      await payOutAll(svc)
      const sent = await own(label)
      const answer = await press()
      await untilCalm(label)
      const ifShort = refundReasons[reason]
      if (ifShort === 'refused' || ifShort === 'accepted') {
        expect([answer?.status, await refundsOf(label)]).toEqual([409, 0])
        expect(await own(label)).toEqual(sent)
      } else if (ifShort === 'held') {
        expect(await refundsOf(label)).toBe(1)
        // The books have it that the artist owes what the processor keeps, and nothing else.
        expect((await own(label)).books).toBe(before.books + keptMinor)
        expect(-owedIn(svc)).toBeLessThanOrEqual(fee)
      } else {
        // The artist owes the track, as the owner wished; the rest waits.
        expect([await refundsOf(label), owedIn(svc)]).toEqual([1, -(650 * 0.9)])
        // The owner is told once that a refund waits, however often it was tried.
        const told = await toldTo(svc, label.ruth)
        expect(told.filter((title) => title.startsWith('A refund waits: the account of Nova'))).toHaveLength(1)
        await tipNova(label, 5_000)
        await untilCalm(label)
        // Her tip brought the owner their percent.
        const [cash, books] = [before.cash + 500, before.books + 500]
        expect([await refundsOf(label), owedIn(svc), await own(label)]).toEqual([2, 0, { cash, books }])
      }
      await expectSoundBooks(label)
    })
  }
}

const latestOrder = ({ svc }: Label) => svc.ctx.db.select().from(orders).orderBy(desc(orders.id)).get()

/** A label whose artist owes more than is paid for them next, so that nothing of it is sent. */
async function openInDebt(way: Way): Promise<Label> {
  const label = await openPaidOut(way, 0)
  const { svc, ruth } = label
  await tipNova(label, 3_000)
  await payOutAll(svc)
  const path = `/api/studio/sales/${latestOrder(label)?.id}/refund`
  expect((await svc.call('POST', path, { cookie: ruth.cookie, body: { leavesDebt: true } })).status).toBe(200)
  await settled(svc)
  return label
}

const inDebt = Object.keys(refundReasons)
  .filter(isReason)
  .flatMap((reason) => refundWays[reason].map((way) => ({ ...way, reason })))

test.each(inDebt)(
  'a refund ($reason: $name) of money that was kept for a debt of its artist comes to an end, at no cost of the owner',
  async ({ reason, ...way }) => {
    const label = await openInDebt(way)
    await using svc = label.svc
    const before = await own(label)
    const { press, keptMinor = 0 } = await way.pay(label)
    svc.tick(5 * dayMs)
    await settled(svc)
    const answer = await press()
    await untilCalm(label)
    // The tip was refunded before. By the books the owner loses nothing, whatever their cash is.
    const isRefused = answer?.status === 409
    expect([isRefused, await refundsOf(label)]).toEqual([['artist', 'owner'].includes(reason), isRefused ? 1 : 2])
    expect((await own(label)).books).toBeGreaterThanOrEqual(before.books + keptMinor)
    await expectSoundBooks(label)
  },
)

test.each(refundWays.rest)(
  'a refund (rest: $name) of money that was kept for a debt of its artist, and never sent, waits until they have it',
  async (way) => {
    const label = await openInDebt(way)
    await using svc = label.svc
    const before = await own(label)
    const sent = await transfersOf(label)
    const { press } = await way.pay(label)
    await untilCalm(label)
    expect(await transfersOf(label)).toBe(sent)
    await press()
    await untilCalm(label)
    // The tip and the track were refunded: the books have it that their artist owes both.
    expect([await refundsOf(label), (await own(label)).books]).toEqual([2, before.books + 50])
    // It was looked at once a day.
    expect(latestOrder(label)?.refusedRefunds).toBe(4)
    await tipNova(label, 9_000)
    await untilCalm(label)
    const [cash, books] = [before.books + 900, before.books + 900]
    expect([await refundsOf(label), owedIn(svc), await own(label)]).toEqual([3, 0, { cash, books }])
    await expectSoundBooks(label)
  },
)

test.each(refundWays.rest)(
  'a refund (rest: $name) that a dispute bars is not asked for again and again, while its artist is sent nothing',
  async (way) => {
    const label = await openInDebt(way)
    await using svc = label.svc
    const { press } = await way.pay(label)
    await untilCalm(label)
    await shopOf(svc).test.openDispute(String(latestOrder(label)?.chargeId), { amount: 100, kind: 'prevented' })
    await settled(svc)
    await press()
    await untilCalm(label)
    expect([await refundsOf(label), latestOrder(label)?.refusedRefunds]).toEqual([2, 0])
    await expectSoundBooks(label)
  },
)

/**
 * The reasons for which held money is refunded that may have been sent on: not a second payment,
 * nor an undelivered one.
 */
const held = (['preorder', 'moved', 'withdrawal'] as const).flatMap((reason) =>
  // An artist who has left, or may sell no more, earns nothing with which to give it back.
  refundWays[reason].map((way, place) => ({ ...way, reason, earnsLater: reason !== 'preorder' || place === 0 })),
)

test.each(held)(
  'a refund ($reason: $name) of what was sent after the backup that was restored waits until its artist has it',
  async ({ reason, earnsLater, ...way }) => {
    const label = await openPaidOut(way, 0)
    await using svc = label.svc
    const before = await own(label)
    const { press } = await way.pay(label)
    svc.tick(5 * dayMs)
    await settled(svc)
    await sendUnknown(label)
    await payOutAll(svc)
    const answer = await press()
    await untilCalm(label)
    const percent = 700 - fee - artistsPart
    expect([await refundsOf(label), (await own(label)).cash]).toEqual([0, before.cash + percent])
    if (!earnsLater) return
    svc.ctx.db.update(sessions).set({ seenAt: svc.ctx.now() }).run()
    await tipNova(label, 5_000)
    await untilCalm(label)
    // The artist was paid, so the tape had opened: it is not called off, and its later hour brings
    // nothing.
    const isKept = reason !== 'withdrawal'
    if (reason === 'preorder') expect(answer?.status).toBe(409)
    const cash = before.cash + 500 + (isKept ? percent : 0)
    expect([await refundsOf(label), owedIn(svc), (await own(label)).cash]).toEqual([isKept ? 0 : 1, 0, cash])
    expect(verifyLedger(svc.ctx).problems).toEqual([])
  },
)
