import { expect, setDefaultTimeout, test } from 'bun:test'
import { purchases } from '../../db/schema/shop/purchase.ts'
import { changeUser } from '../../src/account/change-user.ts'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { savePermission } from '../../src/books/seller/permission/permission.ts'
import { testLimitMs } from '../support/limits.ts'
import { collect, settled } from '../support/shop/checkout.ts'
import { openPreorder, rowOf } from '../support/shop/preorder.ts'
import { cast } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

const givesBack = [{ amount: 700, currency: 'usd' }]

test.each([
  ['money', 'an artist who asks', { allowedAt: null, askedAt: 1 }, { status: 200, isCalledOff: false }],
  ['money', 'an artist who sells', { allowedAt: 1, askedAt: null }, { status: 403, isCalledOff: false }],
  ['money', 'an artist who sells and asked before', { allowedAt: 1, askedAt: 1 }, { status: 403, isCalledOff: false }],
  ['owner', 'an artist who asks', { allowedAt: null, askedAt: 1 }, { status: 200, isCalledOff: false }],
  ['owner', 'an artist who sells', { allowedAt: 1, askedAt: null }, { status: 200, isCalledOff: true }],
] as const)(
  '%s says no to %s with a preorder: only ending what they sell calls it off',
  async (role, _, permission, { status, isCalledOff }) => {
    await using shop = await openPreorder({ env: { SELLERS: 'approved' } })
    const { svc, nova, ada } = shop
    const { artistId, cassetId } = nova
    savePermission(svc.ctx, artistId, { allowedAt: 1, askedAt: null, endedAt: null })
    await collect(svc, ada)
    await settled(svc)
    // The preorder began when everybody could sell.
    savePermission(svc.ctx, artistId, { ...permission, endedAt: null })
    const decider = cast(svc.ctx, 'decider')
    if (role === 'owner') makeOwner(svc.ctx, 'decider@example.com')
    else changeUser(svc.ctx, decider.userId, { helperRole: role })
    const body = { allowed: false, ...(isCalledOff ? { givesBack } : {}) }
    const answer = await svc.call('PATCH', `/api/admin/sellers/${artistId}`, { cookie: decider.cookie, body })
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)])
    await settled(svc)
    const states = svc.ctx.db.select({ status: purchases.status }).from(purchases).all()
    expect([rowOf(svc, cassetId)?.calledOffAt !== null, states]).toEqual([
      isCalledOff,
      [{ status: isCalledOff ? 'REFUNDED' : 'PAID' }],
    ])
  },
)
