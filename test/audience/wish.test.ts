import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/account/account.ts'
import { unsubscribePath } from '../support/audience/letter.ts'
import { patchCasset } from '../support/casset/casset.ts'
import { makeOwner } from '../support/earnings/dispute.ts'
import { giveBack, takenDown } from '../support/operate/decision.ts'
import { readEmail, startSmtp } from '../support/platform/smtp.ts'
import type { TestServer } from '../support/server.ts'
import { collect, openShop, settled } from '../support/shop/checkout.ts'
import { refusalOf } from '../support/shop/guest.ts'
import type { Person } from '../support/world.ts'

const wish = (svc: TestServer, { cookie }: Person, body: object = {}, slug = 'nova') =>
  svc.call('POST', `/api/casset/${slug}/wish`, { cookie, body })

const wishesOf = async (svc: TestServer, { cookie }: Person): Promise<string[]> => {
  const { json } = await svc.call('GET', '/api/wishes', { cookie })
  return Object(json).wishes.map((each: { casset: { name: string }; tells: boolean }) =>
    [each.casset.name, each.tells].join(' '),
  )
}

const confirmAddress = ({ ctx }: TestServer, { userId }: Person): void =>
  void ctx.db.update(users).set({ emailVerifiedAt: ctx.now() }).where(eq(users.id, userId)).run()

test('a tape is collected later: it is on the list until it is bought, hidden or taken off', async () => {
  const { svc, nova, ada, draft } = await openShop()
  await using _ = svc
  expect((await svc.call('POST', '/api/casset/nova/wish', { body: {} })).status).toBe(401)
  expect(refusalOf(await wish(svc, nova))).toEqual([409, 'BAD_STATE', 'This is your own casset.'])
  expect((await wish(svc, ada, {}, 'hidden')).status).toBe(404)
  expect((await wish(svc, ada, {}, 'draft')).status).toBe(404)
  expect((await wish(svc, ada)).json).toEqual({ wished: true, tells: false })
  expect((await wish(svc, draft)).status).toBe(200)
  expect(await wishesOf(svc, ada)).toEqual(['First Light false'])
  expect((await svc.call('GET', '/library/wishes', { cookie: ada.cookie })).text.includes('First Light')).toBe(true)
  expect((await svc.call('GET', '/@nova', { cookie: ada.cookie })).text.includes('On your wish list')).toBe(true)
  await patchCasset(svc, nova, { privacy: 'private' })
  expect(await wishesOf(svc, ada)).toEqual([])
  await patchCasset(svc, nova, { privacy: 'public' })
  const takeOff = () => svc.call('DELETE', `/api/wishes/${nova.cassetId}`, { cookie: draft.cookie })
  expect((await takeOff()).status).toBe(204)
  expect((await takeOff()).status).toBe(404)
  expect(await wishesOf(svc, ada)).toEqual(['First Light false'])
  await collect(svc, ada)
  expect(await wishesOf(svc, ada)).toEqual([])
  expect(svc.ctx.db.$client.query('SELECT count(*) FROM wishes').values()).toEqual([[0]])
  expect(refusalOf(await wish(svc, ada))[2]).toBe('You already have this casset.')
})

test('one email comes for a price that is lower than any seen, to those who asked for it, and never twice', async () => {
  await using smtp = await startSmtp()
  const { svc, nova, ada, draft } = await openShop({ env: smtp.env })
  await using _ = svc
  expect(refusalOf(await wish(svc, ada, { tells: true }))).toEqual([
    409,
    'BAD_STATE',
    'You have not confirmed your email address yet.',
  ])
  confirmAddress(svc, ada)
  confirmAddress(svc, draft)
  expect((await wish(svc, ada, { tells: true })).json).toEqual({ wished: true, tells: true })
  expect((await wish(svc, draft)).json).toEqual({ wished: true, tells: false })
  const told = async () => {
    await settled(svc)
    return smtp.received.map(readEmail).filter(({ subject }) => subject.includes('costs less'))
  }
  const price = async (amount: number) => {
    expect((await patchCasset(svc, nova, { price: amount })).status).toBe(200)
    svc.tick(601_000)
    return (await told()).length
  }
  expect(await price(500)).toBe(1)
  const [mail] = await told()
  expect(mail?.to).toEqual(['ada@example.com'])
  expect(mail?.text).toContain('First Light by Nova costs $5.00 now, not $7.00')
  // Nobody is told again when the price goes up and comes back, or stays above the one that was
  // told.
  expect(await price(900)).toBe(1)
  expect(await price(500)).toBe(1)
  expect(await price(600)).toBe(1)
  expect(await price(400)).toBe(2)
  // After a price has fallen for a moment, the price of some minutes later is told.
  await patchCasset(svc, nova, { price: 100 })
  expect(await price(400)).toBe(2)
  // Nobody is told about a tape that is hidden by then.
  await patchCasset(svc, nova, { privacy: 'private' })
  expect(await price(200)).toBe(2)
  // They hear of it once the tape is shown again.
  const later = async () => {
    svc.tick(601_000)
    return (await told()).length
  }
  await patchCasset(svc, nova, { privacy: 'public' })
  expect(await later()).toBe(3)
  makeOwner(svc, draft)
  const decision = await takenDown(svc, draft, { kind: 'page', id: nova.cassetId })
  expect(await price(150)).toBe(3)
  await giveBack(svc, draft, decision)
  expect(await later()).toBe(4)
  expect((await told()).at(-1)?.text).toContain('costs $1.50 now, not $2.00')
  await patchCasset(svc, nova, { published: false })
  await patchCasset(svc, nova, { published: true })
  expect(await later()).toBe(4)
})

test('one click of a mail program ends the emails about a price, and the wish stays', async () => {
  await using smtp = await startSmtp()
  const { svc, nova, ada } = await openShop({ env: smtp.env })
  await using _ = svc
  confirmAddress(svc, ada)
  await wish(svc, ada, { tells: true })
  const fall = async (amount: number) => {
    await patchCasset(svc, nova, { price: amount })
    svc.tick(601_000)
    await settled(svc)
    return smtp.received.filter((mail) => readEmail(mail).subject.includes('costs less'))
  }
  const [mail] = await fall(500)
  if (!mail) throw new Error('no email')
  const path = unsubscribePath(mail, svc.ctx.site.origin)
  expect((await svc.call('GET', path)).text).toContain('The price of First Light, when it falls.')
  const click = (to: string) =>
    svc.fetch(to, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  expect(await wishesOf(svc, ada)).toEqual(['First Light true'])
  expect([(await click(path)).status, (await click(path)).status, (await click(`${path}x`)).status]).toEqual([
    200, 200, 404,
  ])
  expect(await wishesOf(svc, ada)).toEqual(['First Light false'])
  expect(await fall(400)).toHaveLength(1)
})

test('where the site sends no email, whoever asked is told of a lower price by a notification', async () => {
  const { svc, nova, ada, draft } = await openShop()
  await using _ = svc
  await wish(svc, ada, { tells: true })
  await wish(svc, draft)
  for (const path of ['/@nova', '/library/wishes']) {
    const { text } = await svc.call('GET', path, { cookie: ada.cookie })
    expect([text.includes('Notify me here when it costs less'), text.includes('Email me')]).toEqual([true, false])
  }
  await patchCasset(svc, nova, { price: 500 })
  svc.tick(601_000)
  await settled(svc)
  const newsOf = async ({ cookie }: Person) =>
    Object(await svc.call('GET', '/api/notifications', { cookie })).json.notifications.map(
      ({ title, text, path }: Record<string, string>) => [title, text, path],
    )
  expect(await newsOf(ada)).toEqual([['First Light costs less now', 'By Nova: $5.00, not $7.00', '/@nova']])
  expect(await newsOf(draft)).toEqual([])
  expect(svc.ctx.db.$client.query("SELECT count(*) FROM mails WHERE kind = 'price-fell'").values()).toEqual([[0]])
})
