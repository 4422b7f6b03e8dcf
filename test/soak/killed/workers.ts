import { sha256Hex } from '../../../src/lib/hash/hmac.ts'
import { begin, pay, send } from '../../bench/buyers.ts'
import { signUpBody } from '../../support/account/account.ts'
import { beginUpload, sendPiece } from '../../support/casset/tus.ts'
import { fixture, formBytes, formType, tracksPath } from '../../support/casset/upload.ts'
import { png } from '../../support/platform/picture.ts'
import { cellsOf } from '../../support/shop/code.ts'
import { anyOf, idOf, type Life, note, random, type Worker } from './life.ts'
import { siteWorkers } from './site-workers.ts'

/** Makes a short song that nobody has sent before. */
async function newSong(): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Buffer.from(await fixture('wav-8.wav'))
  for (let n = 0; n < 16; n += 1) bytes[100 + n] = random(256)
  return new Uint8Array(bytes)
}

const signUp: Worker = async (life) => {
  const handle = `new-${crypto.randomUUID().slice(0, 12)}`
  const headers = { 'x-forwarded-for': `100.64.${random(256)}.${random(256)}` }
  const { status } = await life.svc.call('POST', '/api/auth/signup', { body: signUpBody(handle), headers })
  if (status === 201) life.known.handles.add(handle)
  else note(life, 'sign-up', status)
}

const rename: Worker = async (life) => {
  const { svc, known, cast } = life
  const number = known.lastName + 1
  const { uploader } = cast
  const path = `/api/studio/casset/${uploader.cassetId}`
  const { status } = await svc.call('PATCH', path, { cookie: uploader.cookie, body: { name: `Name ${number}` } })
  if (status === 200) known.lastName = number
  else note(life, 'rename', status)
  await Bun.sleep(30)
}

const sendWhole: Worker = async (life) => {
  const { svc, known, cast } = life
  const song = await newSong()
  const response = await svc.fetch(tracksPath(cast.uploader), {
    method: 'POST',
    body: formBytes([{ name: 'file', value: song, fileName: 'song.wav' }]),
    headers: { 'content-type': formType, cookie: cast.uploader.cookie },
  })
  if (response.status === 201) known.tracks.set(idOf(await response.json(), 'track'), sha256Hex(song))
  else note(life, 'form upload', response.status)
  await Bun.sleep(400)
}

const sendInPieces: Worker = async (life) => {
  const { svc, known, cast } = life
  const song = await newSong()
  const path = await beginUpload(svc, cast.uploader, song.length)
  const half = song.length >> 1
  await sendPiece(svc, cast.uploader, path, 0, song.slice(0, half))
  const { status, headers } = await sendPiece(svc, cast.uploader, path, half, song.slice(half))
  const id = headers.get('tapedeck-track')
  if (status === 204 && id !== null) known.tracks.set(id, sha256Hex(song))
  else note(life, 'tus upload', status)
  await Bun.sleep(400)
}

const takeAway: Worker = async (life) => {
  const { svc, known, cast } = life
  const id = anyOf([...known.tracks.keys()].filter((each) => !known.deletesAsked.has(each)))
  await Bun.sleep(random(600))
  if (id === undefined) return
  known.deletesAsked.add(id)
  const { status } = await svc.call('DELETE', `/api/studio/tracks/${id}`, { cookie: cast.uploader.cookie })
  if (status === 204) known.deletes.add(id)
  else note(life, 'delete', status)
}

const addPicture: Worker = async (life) => {
  const { svc, known, cast } = life
  const colour = [random(256), random(256), random(256)] as const
  const picture = png(16, 16, () => [...colour])
  const response = await svc.fetch('/api/studio/assets', {
    method: 'POST',
    body: formBytes([{ name: 'file', value: picture, fileName: 'cover.png' }]),
    headers: { 'content-type': formType, cookie: cast.uploader.cookie },
  })
  const json: unknown = await response.json()
  const asset: unknown = Reflect.get(Object(json), 'asset')
  if (response.status === 201) known.assets.set(idOf(json, 'asset'), String(Reflect.get(Object(asset), 'sha256')))
  else note(life, 'asset', response.status)
  await Bun.sleep(200)
}

const buy: Worker = async ({ svc, known, cast }) => {
  const buyer = cast.nextBuyer()
  const begun = await begin(svc.url, cast.seller.handle, buyer)
  await pay(svc.url, buyer, begun)
  known.purchases.set(String(Reflect.get(begun, 'orderId')), buyer.userId)
}

const tip: Worker = async ({ svc, known, cast }) => {
  const buyer = cast.nextBuyer()
  const path = `/api/casset/${cast.seller.handle}/tip`
  const begun = await send<{ orderId: string; paymentIntentId: string; clientSecret: string }>(svc.url, path, buyer, {
    amount: 100 + random(900),
  })
  await pay(svc.url, buyer, begun)
  known.tips.add(begun.orderId)
}

const giveBack: Worker = async (life) => {
  const { svc, known, cast } = life
  const orderId = anyOf([...known.purchases.keys()].filter((each) => !known.refundsAsked.has(each)))
  await Bun.sleep(random(400))
  if (orderId === undefined) return
  known.refundsAsked.add(orderId)
  const path = `/api/studio/sales/${orderId}/refund`
  const { status } = await svc.call('POST', path, { cookie: cast.seller.cookie, body: {} })
  if (status === 200) known.refunds.add(orderId)
  else note(life, 'refund', status)
}

const giveCodes: Worker = async (life) => {
  const { svc, known, cast } = life
  const { cookie, cassetId } = cast.seller
  const made = await svc.call('POST', '/api/studio/codes', { cookie, body: { cassetId, label: 'A kill', count: 2 } })
  if (made.status !== 201) return note(life, 'codes', made.status)
  known.batches.add(idOf(made.json, 'batch'))
  const [, [code = ''] = []] = cellsOf(String(Reflect.get(Object(made.json), 'csv')))
  const buyer = cast.nextBuyer()
  const { status } = await svc.call('POST', '/api/codes/redeem', { cookie: buyer.cookie, body: { code } })
  if (status === 200) known.redeemed.add(buyer.userId)
  else note(life, 'redeem', status)
  await Bun.sleep(50)
}

const workers = [
  signUp,
  rename,
  sendWhole,
  sendInPieces,
  takeAway,
  addPicture,
  buy,
  tip,
  giveBack,
  giveCodes,
  ...siteWorkers,
]

/** Lets every worker work until the server is gone. */
export async function rush(life: Life, isOver: () => boolean): Promise<void> {
  await Promise.all(
    workers.map(async (work) => {
      while (!isOver()) {
        try {
          await work(life)
        } catch {
          // Something without an answer was promised to nobody.
          if (!isOver()) await Bun.sleep(20)
        }
      }
    }),
  )
}
