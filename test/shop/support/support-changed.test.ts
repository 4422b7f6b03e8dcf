import { expect, test } from 'bun:test'
import { dayMs } from '../../../src/lib/time/calendar.ts'
import { until } from '../../support/casset/upload.ts'
import { backUp, restore } from '../../support/operate/restore.ts'
import { readEmail, startSmtp } from '../../support/platform/smtp.ts'
import { temporaryFolder } from '../../support/process.ts'
import type { TestServer } from '../../support/server.ts'
import { openShop, settled } from '../../support/shop/checkout.ts'
import { faultsOf } from '../../support/shop/gift.ts'
import { refusalOf } from '../../support/shop/guest.ts'
import { live, offerLevel, periodsOf, startSupporting, sumsOf, supportRow } from '../../support/shop/support.ts'
import type { Person } from '../../support/world.ts'

const put = (svc: TestServer, { cookie }: Person, id: string, what: 'terms' | 'pause', body: object) =>
  svc.call('PUT', `/api/supports/${id}/${what}`, { cookie, body })

test('another sum or level holds from the next payment on, never in the time that is paid', async () => {
  const { svc, nova, ada } = await openShop({ clock: 'stands' })
  await using _ = svc
  const [friend, patron] = [
    await offerLevel(svc, nova),
    await offerLevel(svc, nova, { name: 'Patron', least: 2_000, hasTapes: false }),
  ]
  const { supportId } = await startSupporting(svc, ada, { levelId: friend })
  const higher = await put(svc, ada, supportId, 'terms', { levelId: patron, amount: 2_500 })
  expect([higher.status, Object(higher.json)]).toMatchObject([200, { amount: 500, nextAmount: 2_500 }])
  expect(supportRow(svc, ada)).toMatchObject({ levelId: friend, amountMinor: 500 })
  expect(sumsOf(svc)).toEqual(['PAID 500'])
  const page = await svc.call('GET', '/library', { cookie: ada.cookie })
  expect(page.text).toContain('From the next payment on it is $25.00 a month.')
  await live(svc, 32 * dayMs)
  expect(sumsOf(svc)).toEqual(['PAID 500', 'PAID 2500'])
  expect(supportRow(svc, ada)).toMatchObject({
    levelId: patron,
    levelName: 'Patron',
    hasTapes: false,
    nextLevelId: null,
    nextAmountMinor: null,
  })
  // The terms of now take a change back. Nobody pays the old sum once the chosen level has ended.
  await put(svc, ada, supportId, 'terms', { levelId: friend, amount: 700 })
  await put(svc, ada, supportId, 'terms', { levelId: patron, amount: 2_500 })
  expect(supportRow(svc, ada).nextLevelId).toBeNull()
  await put(svc, ada, supportId, 'terms', { levelId: friend, amount: 700 })
  await svc.call('DELETE', `/api/studio/support/levels/${friend}`, { cookie: nova.cookie })
  await live(svc, 32 * dayMs)
  expect([sumsOf(svc), supportRow(svc, ada).endedBy]).toEqual([['PAID 500', 'PAID 2500'], 'artist'])
  expect(faultsOf(svc)).toEqual([])
})

test('a pause takes nothing for as many months, keeps what was kept, and the payment after it is on its own day', async () => {
  await using smtp = await startSmtp()
  const { svc, nova, ada } = await openShop({ clock: 'stands', env: smtp.env })
  await using _ = svc
  const { supportId } = await startSupporting(svc, ada, { levelId: await offerLevel(svc, nova) })
  expect((await put(svc, ada, supportId, 'pause', { periods: 2 })).status).toBe(200)
  const again = await put(svc, ada, supportId, 'pause', { periods: 2 })
  expect(Object(again.json).pausedUntil).toBe(new Date(supportRow(svc, ada).pausedUntil ?? 0).toISOString())
  const subjects = () => smtp.received.map((mail) => readEmail(mail).subject)
  const pauses = 'Your support of Nova pauses'
  await until(subjects, (all) => all.includes(pauses))
  expect(subjects().filter((each) => each === pauses)).toHaveLength(1)
  await live(svc, 40 * dayMs)
  expect(supportRow(svc, ada)).toMatchObject({ state: 'RESTING', restsFor: 'pause' })
  expect(sumsOf(svc)).toEqual(['PAID 500'])
  // Nothing is to be paid meanwhile, and it does not end for that.
  const pay = await svc.call('POST', `/api/supports/${supportId}/pay`, { cookie: ada.cookie })
  expect(refusalOf(pay)).toEqual([409, 'BAD_STATE', 'Nothing is to be paid now.'])
  await live(svc, 60 * dayMs)
  expect([periodsOf(svc), supportRow(svc, ada).state, supportRow(svc, ada).pausedUntil]).toEqual([
    [0, 3],
    'ACTIVE',
    null,
  ])
  // A pause that is taken back takes nothing in the time that is paid, and the present month after.
  await put(svc, ada, supportId, 'pause', { periods: 3 })
  await put(svc, ada, supportId, 'pause', { periods: 0 })
  expect(sumsOf(svc)).toHaveLength(2)
  await put(svc, ada, supportId, 'pause', { periods: 3 })
  await live(svc, 40 * dayMs)
  expect(supportRow(svc, ada).restsFor).toBe('pause')
  await put(svc, ada, supportId, 'pause', { periods: 0 })
  await settled(svc)
  expect([sumsOf(svc).length, supportRow(svc, ada).state]).toEqual([3, 'ACTIVE'])
  // It is ended as any other.
  await put(svc, ada, supportId, 'pause', { periods: 1 })
  await live(svc, 40 * dayMs)
  await svc.call('DELETE', `/api/supports/${supportId}`, { cookie: ada.cookie })
  await live(svc, 60 * dayMs)
  expect([sumsOf(svc).length, supportRow(svc, ada).state]).toEqual([3, 'ENDED'])
})

test('nobody changes the support of another, one that ended or rests, to another rhythm or below the least sum', async () => {
  const { svc, nova, ada, draft } = await openShop({ clock: 'stands' })
  await using _ = svc
  const levelId = await offerLevel(svc, nova)
  const yearly = await offerLevel(svc, nova, { name: 'Year', least: 5_000, rhythm: 'year' })
  const others = await offerLevel(svc, draft)
  const { supportId } = await startSupporting(svc, ada, { levelId })
  const refusals: [Person, object, number][] = [
    [draft, { levelId, amount: 600 }, 403],
    [ada, { levelId: yearly, amount: 5_000 }, 409],
    [ada, { levelId: others, amount: 600 }, 404],
    [ada, { levelId: 'nothing', amount: 600 }, 404],
    [ada, { levelId, amount: 499 }, 400],
    [ada, { levelId, amount: -0.5 }, 400],
    [ada, { levelId, amount: 1e12 }, 400],
  ]
  for (const [who, body, status] of refusals) {
    expect([body, (await put(svc, who, supportId, 'terms', body)).status]).toEqual([body, status])
  }
  expect((await put(svc, ada, supportId, 'pause', { periods: 4 })).status).toBe(400)
  expect((await put(svc, draft, supportId, 'pause', { periods: 1 })).status).toBe(403)
  expect((await put(svc, ada, 'nothing', 'pause', { periods: 1 })).status).toBe(404)
  svc.ctx.db.$client.run("UPDATE supports SET state = 'RESTING', rests_for = 'card'")
  expect((await put(svc, ada, supportId, 'terms', { levelId, amount: 600 })).status).toBe(409)
  svc.ctx.db.$client.run("UPDATE supports SET state = 'ACTIVE', rests_for = NULL")
  await svc.call('DELETE', `/api/supports/${supportId}`, { cookie: ada.cookie })
  expect((await put(svc, ada, supportId, 'terms', { levelId, amount: 600 })).status).toBe(409)
  expect(supportRow(svc, ada)).toMatchObject({ nextLevelId: null, pausedUntil: null })
})

test('an older copy of the database asks for no sum that was changed since, and for none in a pause', async () => {
  for (const isPaid of [false, true]) {
    using folder = temporaryFolder()
    const options = { env: { PAYMENTS: 'test' }, dataDir: folder.path, clock: 'stands' } as const
    const { svc, nova, ada } = await openShop(options)
    const levelId = await offerLevel(svc, nova)
    const { supportId } = await startSupporting(svc, ada, { levelId, amount: 2_000 })
    const before = backUp(svc)
    await put(svc, ada, supportId, 'terms', { levelId, amount: 600 })
    await settled(svc)
    if (isPaid) await live(svc, 35 * dayMs)
    else await put(svc, ada, supportId, 'pause', { periods: 1 })
    await settled(svc)
    const again = await restore(svc, before, { ...options, aheadMs: svc.ctx.now() - Date.now() })
    await using _ = again
    expect(supportRow(again, ada)).toMatchObject({ amountMinor: 2_000, nextAmountMinor: null })
    await live(again, isPaid ? 35 * dayMs : 70 * dayMs)
    expect([isPaid, periodsOf(again), sumsOf(again)]).toEqual(
      isPaid ? [true, [0, 1, 2], ['PAID 2000', 'PAID 600', 'PAID 600']] : [false, [0, 2], ['PAID 2000', 'PAID 600']],
    )
    expect(faultsOf(again)).toEqual([])
  }
})
