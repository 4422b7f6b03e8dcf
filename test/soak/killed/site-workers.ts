import { pay, send } from '../../bench/buyers.ts'
import { giveBack } from '../../support/shop/holder.ts'
import type { Person } from '../../support/world.ts'
import { anyOf, idOf, note, random, type Worker } from './life.ts'

const dayMs = 86_400_000

/** Sets the name of the site at the desk, which then restarts in its process. */
const nameSite: Worker = async (life) => {
  const { svc, known, cast } = life
  // Rare, because nobody gets an answer while the site restarts: most lives have one.
  await Bun.sleep(random(4_000))
  const number = known.lastSiteName + 1
  const body = { settings: [{ name: 'SITE_NAME', value: `Site ${number}` }] }
  const { status } = await svc.call('PATCH', '/api/desk/settings', { cookie: cast.owner.cookie, body })
  if (status === 204) known.lastSiteName = number
  else note(life, 'setting', status)
}

/** Suspends an account, or ends its suspension. */
const suspend: Worker = async (life) => {
  const { svc, known, cast } = life
  const { cookie } = cast.owner
  const lifted = anyOf([...known.decisions].filter(([, state]) => state === 'asked to suspend'))
  if (lifted && random(2) === 0) {
    const [id] = lifted
    known.decisions.set(id, 'asked to lift')
    const { status } = await svc.call('POST', `/api/desk/decisions/${id}/lift`, { cookie, body: { answer: 'Sorry' } })
    if (status === 200) known.decisions.set(id, 'lifted')
    else note(life, 'lift', status)
  } else {
    const id = life.cast.nextBuyer().userId
    const body = { kind: 'account', id, ground: 'terms', basis: 'Terms, 4', facts: 'Spam' }
    const { status, json } = await svc.call('POST', '/api/desk/decisions', { cookie, body })
    if (status === 201) known.decisions.set(idOf(json, 'decision'), 'asked to suspend')
    else note(life, 'suspension', status)
  }
  await Bun.sleep(150)
}

/** Asks for a backup, which is made beside the service and killed with it. */
const backUp: Worker = async (life) => {
  const { status } = await life.svc.call('POST', '/api/desk/backup', { cookie: life.cast.owner.cookie })
  if (status !== 204) note(life, 'backup', status)
  await Bun.sleep(400)
}

const writeLetter: Worker = async (life) => {
  const { svc, known, cast } = life
  const { cookie } = cast.seller
  const made = await svc.call('POST', '/api/studio/letters', { cookie, body: {} })
  if (made.status !== 201) return note(life, 'letter', made.status)
  const id = idOf(made.json, 'letter')
  known.letters.set(id, '')
  const subject = `Letter ${id}`
  const { status } = await svc.call('PATCH', `/api/studio/letters/${id}`, { cookie, body: { revision: 1, subject } })
  if (status === 200) known.letters.set(id, subject)
  else note(life, 'letter', status)
  await Bun.sleep(200)
}

const makePlaylist: Worker = async (life) => {
  const { svc, known, cast } = life
  const { cookie } = life.cast.nextBuyer()
  const made = await svc.call('POST', '/api/playlists', { cookie, body: { name: 'Evening' } })
  if (made.status !== 201) return note(life, 'playlist', made.status)
  const id = String(Reflect.get(Object(made.json), 'id'))
  known.playlists.set(id, null)
  const body = { trackIds: [cast.trackId] }
  const { status } = await svc.call('POST', `/api/playlists/${id}/tracks`, { cookie, body })
  if (status === 200) known.playlists.set(id, cast.trackId)
  else note(life, 'playlist', status)
}

const wish: Worker = async (life) => {
  const { svc, known, cast } = life
  const { userId, cookie } = cast.nextBuyer()
  const path = `/api/casset/${cast.seller.handle}/wish`
  const { status } = await svc.call('POST', path, { cookie, body: {} })
  if (status < 300) known.wishes.add(userId)
  else note(life, 'wish', status)
}

/** Moves a preorder's hour, which in the end must be the last confirmed or the last asked for. */
const moveOpening: Worker = async (life) => {
  const { svc, known, cast } = life
  const { cassetId, cookie } = cast.early
  const opensAt = known.lastOpening + 60_000
  const body = { opensAt: new Date(opensAt).toISOString() }
  const { status } = await svc.call('PATCH', `/api/studio/casset/${cassetId}`, { cookie, body })
  if (status === 200) known.lastOpening = opensAt
  else note(life, 'opening', status)
  await Bun.sleep(500)
}

type Begun = { orderId: string; paymentIntentId: string; clientSecret: string }

const preorder: Worker = async ({ svc, known, cast }) => {
  const buyer = cast.nextBuyer()
  const path = '/api/checkout/payment-intent'
  const begun = await send<Begun>(svc.url, path, buyer, { slug: cast.early.handle, agrees: 'at-download' })
  await pay(svc.url, buyer, begun)
  known.purchases.set(begun.orderId, buyer.userId)
}

const give: Worker = async ({ svc, known, cast }) => {
  const buyer = cast.nextBuyer()
  const gift = { slug: cast.seller.handle, email: `friend-${known.gifts.size}@example.org` }
  const begun = await send<Begun>(svc.url, '/api/checkout/gift', buyer, gift)
  await pay(svc.url, buyer, begun)
  known.gifts.add(begun.orderId)
}

const withdraw: Worker = async (life) => {
  const { svc, known, cast } = life
  const buyer: Person = cast.nextBuyer()
  const path = '/api/checkout/payment-intent'
  const begun = await send<Begun>(svc.url, path, buyer, { slug: cast.seller.handle, agrees: 'at-download' })
  await pay(svc.url, buyer, begun)
  known.purchases.set(begun.orderId, buyer.userId)
  known.refundsAsked.add(begun.orderId)
  // Only owned music can be given back, so the payment is verified without waiting for its event.
  const body = { paymentIntentId: begun.paymentIntentId }
  await svc.call('POST', '/api/checkout/verify', { cookie: buyer.cookie, body })
  const { status } = await giveBack(svc, begun.orderId, buyer)
  if (status === 204) known.refunds.add(begun.orderId)
  else note(life, 'give-back', status)
}

/** The preorder's hour at first, which is after every run. */
export const firstOpening = (): number => Date.now() + 30 * dayMs

export const siteWorkers: readonly Worker[] = [
  nameSite,
  suspend,
  backUp,
  writeLetter,
  makePlaylist,
  wish,
  moveOpening,
  preorder,
  give,
  withdraw,
]
