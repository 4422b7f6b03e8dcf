import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import { addFirstPlace } from '../../../src/casset/member/place.ts'
import { eraseForCause } from '../../../src/casset/track/loss/erase-for-cause.ts'
import { tellHolders, tellOfCasset, tellOfTrack } from '../../../src/casset/track/loss/tell-holders.ts'
import { rowsOf } from '../../support/account/account.ts'
import { makeOwner } from '../../support/earnings/dispute.ts'
import { giveBack, takenDown } from '../../support/operate/decision.ts'
import type { TestServer } from '../../support/server.ts'
import { collect, goodCard } from '../../support/shop/checkout.ts'
import { makeCodes, redeem } from '../../support/shop/code.ts'
import { collectAsGuest } from '../../support/shop/guest.ts'
import { openSingles } from '../../support/shop/single-track.ts'
import { cast } from '../../support/world.ts'

const law = { ground: 'law', basis: 'UrhG § 97', facts: 'The singer of Mill Lane 4 wrote to us.' } as const
const guest = { email: 'kim@example.org' }

/** Ada paid, lea as a guest who claimed it; eve has a code, bob a track, and kim is a guest. */
async function openHeld(env: Record<string, string> = {}) {
  const shop = await openSingles({ env })
  const { svc, nova, ada, kettle } = shop
  const [owner, bob, eve, claimer] = ['owner', 'bob', 'eve', 'lea'].map((name) =>
    cast(svc.ctx, name, { published: false }),
  )
  if (!owner || !bob || !eve || !claimer) throw new Error('nobody came')
  makeOwner(svc, owner)
  const { first } = await makeCodes(svc, nova)
  const { orderId: paidId } = await collect(svc, ada)
  await redeem(svc, eve, first)
  await collect(svc, bob, goodCard, { slug: 'nova', trackIds: [kettle.id] })
  await collectAsGuest(svc, guest)
  const { orderId } = await collectAsGuest(svc, { email: 'lea@example.org' })
  svc.ctx.db.$client.run('UPDATE purchases SET user_id = ? WHERE order_id = ?', [claimer.userId, orderId])
  return { ...shop, owner, bob, eve, claimer, paidId }
}

const kinds = ['music-taken-down', 'track-erased']
const lettersOf = (svc: TestServer) =>
  rowsOf(svc, 'mails')
    .map(Object)
    .filter(({ kind }) => kinds.includes(kind))
const toldOf = (svc: TestServer): string[] =>
  lettersOf(svc)
    .map(({ recipient }) => String(recipient))
    .toSorted()
const bellsOf = (svc: TestServer): string[] =>
  rowsOf(svc, 'notifications')
    .map(Object)
    .flatMap(({ kind, user_id }) => (kind === 'loss' ? [String(user_id)] : []))
    .toSorted()

test('everybody who loses a casset to a law is told by bell and email what, why and what to do, once; payers of their money', async () => {
  const { svc, nova, ada, owner, bob, eve, claimer } = await openHeld()
  await using _ = svc
  const decisionId = await takenDown(svc, owner, { kind: 'page', id: nova.cassetId, ...law })
  await svc.ctx.jobs.idle()
  const everybody = ['ada@example.com', 'bob@example.com', 'eve@example.com', 'kim@example.org', 'lea@example.com']
  const accounts = [ada, bob, eve, claimer].map(({ userId }) => userId).toSorted()
  expect([toldOf(svc), bellsOf(svc)]).toEqual([everybody, accounts])
  for (const { recipient, subject, text_body: text } of lettersOf(svc)) {
    expect([recipient, subject]).toEqual([recipient, '“First Light” was taken down'])
    expect(text).toContain('We had to take down “First Light” by Nova.')
    expect(text).toContain('UrhG § 97')
    expect(text).not.toContain('Mill Lane')
    expect([recipient, text.includes('your money back')]).toEqual([recipient, recipient !== 'eve@example.com'])
  }
  const { json } = await svc.call('GET', '/api/notifications', { cookie: ada.cookie })
  expect(Object(json).notifications).toContainEqual(
    expect.objectContaining({ title: '“First Light” was taken down', path: '/library' }),
  )
  // Telling is done again, as after a crash in its middle.
  tellOfCasset(svc.ctx, nova.cassetId, { ground: 'law', decisionId, reason: law.basis })
  await svc.ctx.jobs.idle()
  expect([toldOf(svc), bellsOf(svc)]).toEqual([everybody, accounts])
})

test('each holder is told where more have it than are told at once, and no member of a casset that is shared', async () => {
  const { svc, nova, ada, owner, paidId } = await openHeld()
  await using _ = svc
  const others = Array.from({ length: 204 }, (_, n) => cast(svc.ctx, `fan-${n}`, { published: false }))
  inTransaction(svc.ctx.db, () => {
    const paid = svc.ctx.db.select().from(orders).where(eq(orders.id, paidId)).get()
    if (!paid) throw new Error('Nobody paid.')
    for (const [n, { userId }] of others.entries()) {
      const orderId = svc.ctx.uuid()
      svc.ctx.db
        .insert(orders)
        .values({ ...paid, id: orderId, userId, paymentIntentId: `pi_${n}` })
        .run()
      // The 200th and the 201st at the same moment: a page ends between them.
      const purchasedAt = svc.ctx.now() - (n < 100 ? 1_000 : 0)
      const row = {
        id: svc.ctx.uuid(),
        userId,
        cassetId: nova.cassetId,
        orderId,
        mode: 'test',
        status: 'PAID',
      } as const
      svc.ctx.db
        .insert(purchases)
        .values({ ...row, purchasedAt })
        .run()
    }
  })
  // Ada shares it by now, and goes on having it.
  addFirstPlace(svc.ctx, { cassetId: nova.cassetId, artistId: ada.artistId })
  await takenDown(svc, owner, { kind: 'page', id: nova.cassetId, ...law })
  await svc.ctx.jobs.idle()
  const told = ['bob@example.com', 'eve@example.com', 'kim@example.org', 'lea@example.com']
  expect(toldOf(svc)).toEqual([...told, ...others.map(({ handle }) => `${handle}@example.com`)].toSorted())
  expect(bellsOf(svc)).toHaveLength(others.length + 3)
  expect(bellsOf(svc)).not.toContain(ada.userId)
})

test('a track that a law takes down is told to its holders, and not to those who hold other tracks, or it still', async () => {
  const { svc, nova, owner, bob, dawn, kettle } = await openHeld()
  await using _ = svc
  const whole = ['ada@example.com', 'eve@example.com', 'kim@example.org', 'lea@example.com']
  await takenDown(svc, owner, { kind: 'track', id: dawn.id, ground: 'terms' })
  await svc.ctx.jobs.idle()
  expect(toldOf(svc)).toEqual([])
  const lifted = await takenDown(svc, owner, { kind: 'track', id: kettle.id, ...law })
  await giveBack(svc, owner, lifted)
  await svc.ctx.jobs.idle()
  const before = toldOf(svc).length
  // Once the track is given back, people who were not told yet are not told any more.
  tellOfTrack(svc.ctx, kettle.id, { ground: 'law', decisionId: svc.ctx.uuid(), reason: law.basis })
  const named = { trackId: kettle.id, title: 'Kettle', cassetId: nova.cassetId, casset: 'First Light', artist: 'Nova' }
  const cause = { decisionId: svc.ctx.uuid(), reason: law.basis, heldUntil: svc.ctx.now() }
  tellHolders(svc.ctx, { ...named, ...cause })
  await svc.ctx.jobs.idle()
  expect(toldOf(svc)).toHaveLength(before)
  svc.ctx.db.$client.run("DELETE FROM mails WHERE kind = 'music-taken-down'")
  await takenDown(svc, owner, { kind: 'track', id: kettle.id, ...law })
  await svc.ctx.jobs.idle()
  expect(toldOf(svc)).toEqual(['bob@example.com', ...whole].toSorted())
  expect(lettersOf(svc)[0].text_body).toContain('“Kettle” from “First Light” by Nova')
  // A track of a page that is lost was lost with it.
  await takenDown(svc, owner, { kind: 'page', id: nova.cassetId, ...law })
  await svc.ctx.jobs.idle()
  svc.ctx.db.$client.run("DELETE FROM mails WHERE kind = 'music-taken-down'")
  tellOfTrack(svc.ctx, kettle.id, { ground: 'law', decisionId: svc.ctx.uuid(), reason: law.basis })
  await svc.ctx.jobs.idle()
  expect(toldOf(svc)).toEqual([])
  const bells = bellsOf(svc).length
  await eraseForCause(svc.ctx, kettle.id, 'A court said so.')
  await svc.ctx.jobs.idle()
  expect(toldOf(svc)).toEqual(['bob@example.com', ...whole, 'nova@example.com'].toSorted())
  expect(bellsOf(svc)).toHaveLength(bells + 4)
  expect(bellsOf(svc)).toContain(bob.userId)
})

test.each(['de', 'es', 'fr', 'ja'])('a loss is told in %s', async (language) => {
  const { svc, nova, owner, ada } = await openHeld({ LANGUAGES: 'en, de, es, fr, ja' })
  await using _ = svc
  svc.ctx.db.$client.run('UPDATE users SET language = ?', [language])
  await takenDown(svc, owner, { kind: 'page', id: nova.cassetId, ...law })
  await svc.ctx.jobs.idle()
  const [letter] = lettersOf(svc).filter(({ recipient }) => recipient === `${ada.handle}@example.com`)
  for (const english of ['We had to', 'The reason', 'shown again', 'money', 'reply to'])
    expect([english, letter.text_body.includes(english)]).toEqual([english, false])
})
