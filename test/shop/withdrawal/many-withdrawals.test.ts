import { Database } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import {
  forgetOldWithdrawals,
  listWithdrawals,
  withdrawalCheck,
} from '../../../src/shop/withdrawal/open-withdrawals.ts'
import { withdrawalPersonal } from '../../../src/shop/withdrawal/personal.ts'
import { longestTurnMs } from '../../support/processor.ts'
import { querySteps } from '../../support/query-steps.ts'
import { collect, openShop } from '../../support/shop/checkout.ts'
import { withdraw } from '../../support/shop/stall.ts'

const many = 100_000

test('among 100,000 withdrawals none of what is asked of them keeps others waiting, and each goes by an index', async () => {
  using compiled = spyOn(Database.prototype, 'prepare')
  const { svc, nova, ada } = await openShop({ env: { GIVE_BACK: 'on' }, limiter: { take: () => 0 } })
  await using _ = svc
  const { ctx } = svc
  makeOwner(ctx, 'nova@example.com')
  const { orderId } = await collect(svc, ada)
  const old = ctx.now() - 4 * 366 * 86_400_000
  ctx.db.$client.run(`INSERT INTO withdrawals (id, received_at, email, order_number, what, order_id, outcome)
    SELECT '0193b5a0-0000-7000-8000-' || printf('%012x', value), ${old} + value, 'w' || value || '@example.org', 'x' || value,
      '', NULL, iif(value % 2 = 0, 'open', 'over')
    FROM json_each('[${Array.from({ length: many }, (_, at) => at).join()}]')`)
  const quick = async (work: () => unknown) => expect(await longestTurnMs(work, 10)).toBeLessThanOrEqual(10)
  await quick(() => listWithdrawals(ctx, 50))
  await quick(() => withdrawalCheck.look(ctx))
  expect((await withdrawalCheck.look(ctx)).problem).toContain('50,000 withdrawals wait')
  const html = { accept: 'text/html' }
  for (const path of ['/withdraw', '/desk/withdrawals']) {
    expect((await svc.call('GET', path, { headers: html, cookie: nova.cookie })).status).toBe(200)
  }
  expect((await withdraw(svc, { email: 'w7@example.org', order: 'x7' })).status).toBe(200)
  expect((await withdraw(svc, { email: 'ada@example.com', order: orderId })).status).toBe(200)
  expect(listWithdrawals(ctx, 2).withdrawals.map(({ outcome }) => outcome)).toEqual(['returns', 'open'])
  await quick(() => withdrawalPersonal.ofAddress?.forget?.(ctx, 'w8@example.org'))
  const person = { userId: ada.userId, artistId: ada.artistId, handle: 'ada', displayName: 'Ada' }
  const addresses = ['ada@example.com', 'w10@example.org']
  await quick(() =>
    withdrawalPersonal.forget?.(ctx, { ...person, email: 'ada@example.com', emailVerified: true, addresses }),
  )
  const kept = () => ctx.db.$client.query("SELECT count(*) FROM withdrawals WHERE email <> ''").values()[0]?.[0]
  expect(kept()).toBe(many + 2 - 3)
  await quick(() => forgetOldWithdrawals(ctx))
  // Those that were answered are forgotten; those that wait stay.
  expect(ctx.db.$client.query('SELECT count(*) FROM withdrawals').values()[0]?.[0]).toBe(many / 2 + 2)
  const asked = new Set(compiled.mock.calls.map(([text]) => text).filter((text) => /"withdrawals"/.test(text)))
  expect(asked.size).toBeGreaterThan(5)
  expect([...asked].flatMap((text) => querySteps(svc, [text]).filter((step) => step === 'SCAN withdrawals'))).toEqual(
    [],
  )
})
