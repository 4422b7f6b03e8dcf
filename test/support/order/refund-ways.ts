import { expect } from 'bun:test'
import { sessions } from '../../../db/schema/account/session.ts'
import { takeDownCasset } from '../../../src/casset/take-down.ts'
import type { RefundReason } from '../../../src/order/refund-reason.ts'
import { act, fund } from '../drop/drop.ts'
import type { Answer } from '../server.ts'
import { begin, collect, confirm, goodCard, settled } from '../shop/checkout.ts'
import { give } from '../shop/gift.ts'
import { collectAsGuest } from '../shop/guest.ts'
import { askMoneyBack, giveBack } from '../shop/holder.ts'
import { callOff, dayMs, inMs, setOpening } from '../shop/preorder.ts'
import { sellTracks } from '../shop/single-track.ts'
import type { Label } from './paid-out.ts'

/** Gives the money back; `keptMinor` stays with the owner, who sold something else besides. */
type Back = { press(): Promise<Answer | undefined>; keptMinor?: number }

/** One way in which money goes back: pays, and returns what gives it back. */
export type Way = { name: string; env?: Record<string, string>; pay(label: Label): Promise<Back> }

const givesBack = { GIVE_BACK: 'on' }
const agreed = { slug: 'nova', agrees: true }
const back = (press: Back['press']): Back => ({ press })
const silently = (work: () => Promise<unknown>) => async () => void (await work())

async function preorder({ svc, nova, ada }: Label): Promise<string> {
  expect((await setOpening(svc, nova, { opensAt: inMs(svc, 60 * dayMs) })).status).toBe(200)
  return (await collect(svc, ada)).orderId
}

const calledOff = (name: string, press: (label: Label) => Promise<Answer | undefined>): Way => ({
  name,
  async pay(label) {
    await preorder(label)
    return back(() => press(label))
  },
})

const refundAs = (who: 'nova' | 'ruth'): Way => ({
  name: 'a sale',
  async pay({ svc, ada, ...label }) {
    const { orderId } = await collect(svc, ada)
    const { cookie } = label[who]
    return back(() => svc.call('POST', `/api/studio/sales/${orderId}/refund`, { cookie, body: {} }))
  },
})

/** Every way in which money goes back, by the reason that the refund has. */
export const refundWays: Record<RefundReason, readonly Way[]> = {
  artist: [refundAs('nova')],
  owner: [refundAs('ruth')],
  duplicate: [
    {
      name: 'a second payment',
      async pay({ svc, ada }) {
        const first = await begin(svc, ada)
        svc.ctx.db.$client.run("UPDATE orders SET state = 'REPLACED' WHERE state = 'OPEN'")
        const second = await begin(svc, ada)
        await confirm(svc, ada, first)
        await settled(svc)
        return { press: silently(() => confirm(svc, ada, second)), keptMinor: 70 }
      },
    },
  ],
  undelivered: [
    {
      name: 'a casset that lost its tracks meanwhile',
      async pay({ svc, ada }) {
        const started = await begin(svc, ada)
        return back(
          silently(async () => {
            svc.ctx.db.$client.run('UPDATE tracks SET active = 0, inactive_at = 1')
            await confirm(svc, ada, started)
          }),
        )
      },
    },
  ],
  preorder: [
    calledOff('by its artist', ({ svc, nova }) => callOff(svc, nova)),
    calledOff('whose artist deletes their account', ({ svc, nova: { cookie } }) => {
      // An account is deleted within a quarter of an hour of signing in.
      svc.ctx.db.update(sessions).set({ createdAt: svc.ctx.now() }).run()
      return svc.call('POST', '/api/auth/account/delete', { cookie, body: { leaveOwed: true } })
    }),
    calledOff('whose artist may sell no more', ({ svc, nova: { artistId }, ruth: { cookie } }) => {
      svc.ctx.db.update(sessions).set({ createdAt: svc.ctx.now() }).run()
      const body = { allowed: false, givesBack: [{ currency: 'usd', amount: 700 }] }
      return svc.call('PATCH', `/api/admin/sellers/${artistId}`, { cookie, body })
    }),
    calledOff('on which there is nothing at its hour', async ({ svc }) => {
      svc.ctx.db.$client.run('UPDATE tracks SET active = 0, inactive_at = 1')
      svc.tick(61 * dayMs)
      return undefined
    }),
    calledOff('that a law took down', async ({ svc, nova }) => {
      takeDownCasset(svc.ctx, nova.cassetId, 'law')
      svc.tick(61 * dayMs)
      return undefined
    }),
  ],
  moved: [
    {
      name: 'a preorder that opens a minute later',
      async pay(label) {
        const { svc, nova, ada } = label
        const orderId = await preorder(label)
        return back(async () => {
          await setOpening(svc, nova, { opensAt: inMs(svc, 60 * dayMs) })
          return askMoneyBack(svc, orderId, ada)
        })
      },
    },
  ],
  withdrawal: [
    {
      name: 'a casset',
      env: givesBack,
      async pay({ svc, ada }) {
        const { orderId } = await collect(svc, ada, goodCard, agreed)
        return back(() => giveBack(svc, orderId, ada))
      },
    },
    {
      name: "a guest's casset",
      env: givesBack,
      async pay({ svc }) {
        const guest = await collectAsGuest(svc, agreed)
        return back(() => giveBack(svc, guest.orderId, guest))
      },
    },
    {
      name: 'a gift',
      env: givesBack,
      async pay({ svc, ada }) {
        const { orderId } = await give(svc, ada, { agrees: true })
        return back(() => giveBack(svc, orderId, ada))
      },
    },
    {
      name: 'a preorder',
      env: givesBack,
      async pay({ svc, nova, ada }) {
        await setOpening(svc, nova, { opensAt: inMs(svc, 60 * dayMs) })
        const { orderId } = await collect(svc, ada, goodCard, agreed)
        return back(() => giveBack(svc, orderId, ada))
      },
    },
  ],
  rest: [
    {
      name: 'of a track that was refunded',
      async pay({ svc, nova, ada, dawn, ruth: { cookie } }) {
        sellTracks(svc, nova, 150)
        const track = await collect(svc, ada, goodCard, { slug: 'nova', trackIds: [dawn.id], amount: 650 })
        await collect(svc, ada, goodCard, { slug: 'nova', amount: 500 })
        return back(
          silently(() =>
            svc.call('POST', `/api/studio/sales/${track.orderId}/refund`, { cookie, body: { leavesDebt: true } }),
          ),
        )
      },
    },
  ],
  prize: [
    {
      name: 'of a drop that ended without winners',
      async pay({ svc, nova, dawn }) {
        const plain = { title: 'Make it move', brief: 'A clip.', terms: 'Everybody over 18.', winners: 1, split: [100] }
        const body = { ...plain, hookId: dawn.hookId, endsAt: inMs(svc, 20 * dayMs) }
        const { json } = await svc.call('POST', '/api/campaigns', { cookie: nova.cookie, body })
        const id = String(Object(json).campaign.id)
        await fund(svc, nova, id)
        return back(() => act(svc, nova, id, 'cancel', { reason: 'No time.' }))
      },
    },
  ],
}
