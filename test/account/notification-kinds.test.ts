import { expect, test } from 'bun:test'
import { toldTo } from '../support/account/notification.ts'
import { openDisputed } from '../support/earnings/dispute.ts'
import { coCassetIn, postTogether, trio } from '../support/room/co-casset.ts'
import { startServer } from '../support/server.ts'
import { shareShop } from '../support/shared.ts'
import { begun, collect, confirm, goodCard, settled, shopOf } from '../support/shop/checkout.ts'

const sharedShop = shareShop()

test('an artist is told once of each sale, tip and refund; the buyer and others are told nothing', async () => {
  const { svc, nova, ada } = await sharedShop()
  const { paymentIntentId } = await collect(svc, ada)
  const body = { amount: 500, message: 'For Dawn' }
  await confirm(svc, ada, begun(await svc.call('POST', '/api/casset/nova/tip', { cookie: ada.cookie, body })), goodCard)
  await settled(svc)
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId, amount: 200 })
  await settled(svc)
  expect(await toldTo(svc, nova)).toEqual([
    '$2.00 went back to Ada | First Light · TEST',
    'Ada tipped you | $5.00 · TEST · “For Dawn”',
    'Ada bought First Light | $7.00 · TEST',
  ])
  expect(await toldTo(svc, ada)).toEqual([])
})

test('a dispute is told to the artist with its deadline, and what becomes of it, in no digest', async () => {
  const { svc, nova, move } = await openDisputed({}, {}, sharedShop)
  const [opened] = await toldTo(svc, nova)
  expect(opened).toMatch(/^Disputed: .* from Ada \| .*The bank has to get the answer by \d/)
  await move('won')
  const [over] = await toldTo(svc, nova)
  expect(over).toStartWith('Dispute over: ')
  const digests = svc.ctx.db.$client.query("SELECT digest FROM notifications WHERE kind = 'dispute'").values().flat()
  expect(digests).toEqual([null, null])
})

test('a dispute names its buyer as they are called when it is read', async () => {
  const { svc, nova, ada } = await openDisputed({}, {}, sharedShop)
  const { $client } = svc.ctx.db
  $client.run("UPDATE artists SET display_name = 'Ada Lovelace' WHERE id = ?", [ada.artistId])
  expect((await toldTo(svc, nova))[0]).toStartWith('Disputed: $7.00 from Ada Lovelace | Ada Lovelace has disputed ')
  const left = await svc.call('POST', '/api/auth/account/delete', { cookie: ada.cookie, body: {} })
  expect(left.status).toBe(204)
  await svc.ctx.jobs.idle()
  expect((await toldTo(svc, nova))[0]).toStartWith(
    'Disputed: $7.00 from Deleted account | Deleted account has disputed ',
  )
  expect($client.query("SELECT id FROM notifications WHERE details GLOB '*Ada*'").all()).toEqual([])
})

test('an invitation, who accepted it and proposed splits are told once to those they concern, without a switch', async () => {
  await using svc = await startServer()
  const { nova, ada, ben, hidden } = await trio(svc, ['ada'])
  const off = { collects: false, shares: false, comments: false, dropJoins: false, rewards: false }
  await svc.call('POST', '/api/notifications/prefs', { cookie: nova.cookie, body: off })
  const invited =
    'Nova invites you to make “Three of us” together | See who is in it and what your part would be, and accept or decline.'
  expect(await toldTo(svc, ada)).toEqual([invited])
  for (let twice = 0; twice < 2; twice += 1) await postTogether(svc, ben, '/three/accept')
  const joined = (name: string) => `${name} joined “Three of us” | `
  expect(await toldTo(svc, nova)).toEqual([joined('Ben'), joined('Ada')])
  expect(await toldTo(svc, ada)).toEqual([joined('Ben'), invited])
  const proposed = await postTogether(svc, ben, '/three/splits', { splits: { nova: 20, ada: 20, ben: 60 } })
  await postTogether(svc, nova, '/three/splits/accept', { splitsId: coCassetIn(proposed.json).proposal.id })
  const proposal =
    'Ben proposes new splits for “Three of us” | They apply to new sales once all of you have accepted them.'
  expect([(await toldTo(svc, nova))[0], (await toldTo(svc, ada))[0]]).toEqual([proposal, proposal])
  expect([await toldTo(svc, ben), await toldTo(svc, hidden)]).toEqual([[invited], []])

  // A person who left and is invited again is told again.
  await postTogether(svc, ben, '/three/leave')
  expect((await postTogether(svc, nova, '/three/members', { handle: 'ben' })).status).toBe(201)
  expect(await toldTo(svc, ben)).toEqual([invited, invited])

  // An event that has an email of its own is not in the gathered email.
  const rows = svc.ctx.db.$client.query(
    'SELECT kind, digest, count(*) AS told FROM notifications GROUP BY 1, 2 ORDER BY 1',
  )
  const mails = svc.ctx.db.$client.query('SELECT kind, count(*) AS sent FROM mails GROUP BY 1 ORDER BY 1')
  expect(rows.all()).toEqual([
    { kind: 'co-casset-invitation', digest: null, told: 3 },
    { kind: 'co-casset-joined', digest: 'news', told: 3 },
    { kind: 'co-casset-splits', digest: null, told: 2 },
  ])
  expect(mails.all()).toEqual([
    { kind: 'co-casset-invitation', sent: 3 },
    { kind: 'co-casset-splits', sent: 2 },
  ])
})
