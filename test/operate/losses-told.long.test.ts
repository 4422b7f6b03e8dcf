import { expect, setDefaultTimeout, test } from 'bun:test'
import { eraseForCause } from '../../src/casset/track/loss/erase-for-cause.ts'
import { rowsOf } from '../support/account/account.ts'
import { makeOwner } from '../support/earnings/dispute.ts'
import { testLimitMs } from '../support/limits.ts'
import { takenDown } from '../support/operate/decision.ts'
import { claim, openLicensing, payFor, quoted } from '../support/release/license.ts'
import type { TestServer } from '../support/server.ts'
import { begun, collect, confirm, settled } from '../support/shop/checkout.ts'
import { addEmoji, buy } from '../support/shop/emoji.ts'
import { cast } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

/** Nova sells a tape, an emoji and licenses; ada has the tape, bob the emoji, lea a license. */
async function openHeld() {
  const shop = await openLicensing()
  const { svc, nova, ada, id } = shop
  const people = ['owner', 'bob', 'lea'].map((name) => cast(svc.ctx, name, { published: false }))
  const [owner, bob, lea] = people
  if (!owner || !bob || !lea) throw new Error('nobody came')
  makeOwner(svc, owner)
  const wave = await addEmoji(svc, nova)
  const tape = await collect(svc, ada)
  await confirm(svc, bob, begun(await buy(svc, bob, wave.id)))
  const body = { quoteId: await quoted(svc, id) }
  const license = begun(await svc.call('POST', '/api/checkout/license', { cookie: lea.cookie, body }))
  await payFor(svc, license)
  await claim(svc, license)
  await settled(svc)
  return { ...shop, owner, bob, lea, wave, orderId: tape.orderId }
}

type Held = Awaited<ReturnType<typeof openHeld>>

const why = { basis: 'UrhG § 97', facts: 'Somebody wrote to us.' }
const takes = (of: (held: Held) => { kind: 'page' | 'track' | 'emoji'; id: string }, ground: 'law' | 'terms') => ({
  take: async (held: Held) => void (await takenDown(held.svc, held.owner, { ...of(held), ground, ...why })),
})

const page = ({ nova }: Held) => ({ kind: 'page' as const, id: nova.cassetId })
const track = ({ dawn }: Held) => ({ kind: 'track' as const, id: dawn.id })
const other = ({ kettle }: Held) => ({ kind: 'track' as const, id: kettle.id })
const emoji = ({ wave }: Held) => ({ kind: 'emoji' as const, id: wave.id })

/** Each way to lose something, with those who are told, by bell and email. */
const ways = {
  'a page, to a law': { ...takes(page, 'law'), told: ['ada', 'lea'] },
  'a page, to the terms': { ...takes(page, 'terms'), told: [] },
  'a track, to a law': { ...takes(track, 'law'), told: ['ada', 'lea'] },
  'a track that no release names, to a law': { ...takes(other, 'law'), told: ['ada'] },
  'a track that is erased': {
    take: ({ svc, dawn }: Held) => eraseForCause(svc.ctx, dawn.id, 'UrhG § 97'),
    told: ['ada', 'lea'],
  },
  'an emoji, to a law': { ...takes(emoji, 'law'), told: ['bob'] },
  'an emoji, to the terms': { ...takes(emoji, 'terms'), told: ['bob'] },
  'a tape that the site refunds': {
    take: async ({ svc, owner, orderId }: Held) =>
      void (await svc.call('POST', `/api/studio/sales/${orderId}/refund`, {
        cookie: owner.cookie,
        body: { leavesDebt: true },
      })),
    told: ['ada'],
  },
}

const losing = new Set(['loss', 'money-back'])
const emailing = new Set(['music-taken-down', 'track-erased', 'refund'])

function toldIn(svc: TestServer, names: Readonly<Record<string, string>>) {
  const bells = rowsOf(svc, 'notifications').map(Object)
  const emails = rowsOf(svc, 'mails').map(Object)
  return {
    bell: bells.flatMap(({ kind, user_id: id }) => (losing.has(kind) ? (names[id] ?? id) : [])).toSorted(),
    email: emails
      .flatMap(({ kind, recipient }) => (emailing.has(kind) ? String(recipient).split('@')[0] : []))
      .filter((name) => name !== 'nova')
      .toSorted(),
  }
}

test.each(Object.entries(ways))('whoever loses %s is told by bell and email, once', async (_, { take, told }) => {
  const held = await openHeld()
  const { svc, ada, bob, lea } = held
  await using _svc = svc
  const names = { [ada.userId]: 'ada', [bob.userId]: 'bob', [lea.userId]: 'lea' }
  await take(held)
  await settled(svc)
  expect(toldIn(svc, names)).toEqual({ bell: told, email: told })
})
