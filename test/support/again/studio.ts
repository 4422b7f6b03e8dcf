import { addToList, confirmAddresses, letterCall, letterOf, writeLetter } from '../audience/letter.ts'
import { addTape } from '../casset/tape.ts'
import { decisionIn, giveBack, takeDown } from '../operate/decision.ts'
import { answer, askedFor, sent, yes } from '../release/asking.ts'
import { access, order } from '../release/license.ts'
import { decide, publishedRelease } from '../release/release.ts'
import type { TestServer } from '../server.ts'
import { ask, collect, goodCard, settled } from '../shop/checkout.ts'
import { makeCodes, redeem } from '../shop/code.ts'
import { addEmoji, buy, seenBy } from '../shop/emoji.ts'
import { callOff, inMs, setOpening } from '../shop/preorder.ts'
import { addReadyTrack, cast, type Person } from '../world.ts'
import { type Act, type Again, call, field, inTurn, pass } from './again.ts'

type Stage = { svc: TestServer; owner: Person }

const dayMs = 86_400_000

/** Somebody who has nothing yet. */
const stranger = ({ svc }: Stage): Person => cast(svc.ctx, `s-${svc.ctx.uuid().slice(-12)}`, { published: false })

/** The desk takes something down, and gives back what it took. */
function desk({ svc, owner }: Stage, kind: 'page' | 'emoji' | 'account' | 'comment' | 'track', id: () => string) {
  const decisions: string[] = []
  return {
    down: async () => {
      const said = await takeDown(svc, owner, { kind, id: id() })
      if (said.status === 201) decisions.push(decisionIn(said))
    },
    lift: async () => {
      for (const each of decisions.splice(0)) await giveBack(svc, owner, each)
    },
  }
}

const isBought = async (stage: Stage, body: Record<string, unknown>) =>
  (await ask(stage.svc, stranger(stage), body)).status === 200

/** Things that an artist offers, with each door that ends them. */
export const studioEndings: Record<string, (stage: Stage) => Promise<Again>> = {
  async 'an emoji that is sold'(stage) {
    const { svc } = stage
    const artist = cast(svc.ctx, 'emil')
    let id = ''
    const { down, lift } = desk(stage, 'emoji', () => id)
    return {
      begin: {
        'putting it up': async () => {
          await lift()
          id = (
            await addEmoji(
              svc,
              artist,
              `wave_${svc.ctx
                .uuid()
                .slice(-12)
                .replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`,
            )
          ).id
        },
      },
      end: { 'its artist': () => call(svc, 'DELETE', `/api/studio/emojis/${id}`, artist)(), 'the desk': down },
      isOn: async () => {
        const isShown = JSON.stringify(await seenBy(svc, undefined, 'emil')).includes(id)
        const isSold = (await buy(svc, stranger(stage), id, 'emil')).status === 200
        if (isShown !== isSold) throw new Error(`shown: ${isShown}, sold: ${isSold}`)
        return isSold
      },
    }
  },
  async 'codes that give a casset away'(stage) {
    const { svc } = stage
    const artist = cast(svc.ctx, 'cody', { priceMinor: 700 })
    await addReadyTrack(svc.ctx, artist.cassetId, 'Cody')
    let batch: { id: string; codes: string[] } = { id: '', codes: [] }
    return {
      begin: {
        'making some': async () => {
          batch = await makeCodes(svc, artist, { count: 20 })
        },
      },
      end: { 'their artist': () => call(svc, 'DELETE', `/api/studio/codes/${batch.id}`, artist)() },
      isOn: async () => (await redeem(svc, stranger(stage), batch.codes.pop() ?? '')).status < 300,
    }
  },
  async 'everything together'(stage) {
    const { svc } = stage
    const artist = cast(svc.ctx, 'evan', { priceMinor: 700 })
    await addReadyTrack(svc.ctx, artist.cassetId, 'Evan')
    await addReadyTrack(svc.ctx, addTape(svc, artist, 'two', { priceMinor: 300 }), 'Two')
    const set = call(svc, 'PUT', '/api/studio/everything', artist, { percent: 20, hasFuture: true })
    return {
      begin: { offering: set },
      end: { 'its artist': call(svc, 'DELETE', '/api/studio/everything', artist) },
      isOn: () => isBought(stage, { slug: 'evan', everything: true }),
    }
  },
  async 'tracks that are sold one by one'(stage) {
    const { svc } = stage
    const artist = cast(svc.ctx, 'sina', { priceMinor: 700 })
    const track = await addReadyTrack(svc.ctx, artist.cassetId, 'Sina')
    await addReadyTrack(svc.ctx, artist.cassetId, 'More', { position: 2 })
    const { down, lift } = desk(stage, 'track', () => track.id)
    const studio = (body: object) => call(svc, 'PATCH', `/api/studio/casset/${artist.cassetId}`, artist, body)
    return {
      begin: { 'a price for each': inTurn(lift, studio({ trackPrice: 150 })) },
      end: { 'no price': studio({ trackPrice: null }), 'the desk': down },
      isOn: () => isBought(stage, { slug: 'sina', trackIds: [track.id] }),
    }
  },
  async 'the right to sell'(stage) {
    const { svc, owner } = stage
    const artist = cast(svc.ctx, 'sela', { priceMinor: 700 })
    await addReadyTrack(svc.ctx, artist.cassetId, 'Sela')
    const { down, lift } = desk(stage, 'account', () => artist.userId)
    const set = (allowed: boolean) => call(svc, 'PATCH', `/api/admin/sellers/${artist.artistId}`, owner, { allowed })
    return {
      begin: { 'the owner of the site': inTurn(lift, set(true)) },
      end: { 'the owner of the site': set(false), 'a suspension': down },
      isOn: () => isBought(stage, { slug: 'sela' }),
    }
  },
  async 'a letter that is to be sent'(stage) {
    const { svc } = stage
    const artist = cast(svc.ctx, 'leto')
    confirmAddresses(svc)
    addToList(svc, artist, ['leto-reader@example.org'])
    let id = ''
    const { down, lift } = desk(stage, 'account', () => artist.userId)
    const waited = async () => {
      pass(svc, 61_000)
      await svc.ctx.jobs.idle()
    }
    const state = async () => String(letterOf(await letterCall(svc, artist, 'GET', `/${id}`)).state)
    const by = (method: string, end: string): Act =>
      inTurn(() => letterCall(svc, artist, method, `/${id}${end}`), waited)
    return {
      begin: {
        'choosing an hour': async () => {
          await lift()
          if ((await state()) !== 'DRAFT') id = await writeLetter(svc, artist)
          const body = { zone: 'UTC' }
          const said = await letterCall(svc, artist, 'POST', `/${id}/schedule`, body)
          if (said.status >= 300) throw new Error(said.text)
        },
      },
      end: {
        'taking it back': by('DELETE', '/schedule'),
        'a suspension': inTurn(down, waited),
      },
      isOn: async () => {
        const now = await state()
        if (now === 'SENT' || now === 'SENDING') throw new Error(`The letter is ${now}.`)
        return now === 'SCHEDULED'
      },
    }
  },
  async 'a preorder'(stage) {
    const { svc, owner } = stage
    const artist = cast(svc.ctx, 'prue', { priceMinor: 700 })
    await addReadyTrack(svc.ctx, artist.cassetId, 'Prue')
    let buyer = stranger(stage)
    const allow = call(svc, 'PATCH', `/api/admin/sellers/${artist.artistId}`, owner, { allowed: true })
    const forbid = async () => {
      const path = `/api/admin/sellers/${artist.artistId}`
      const asked = await call(svc, 'PATCH', path, owner, { allowed: false })()
      const { givesBack } = Object(asked.json)
      if (givesBack) await call(svc, 'PATCH', path, owner, { allowed: false, givesBack })()
      await settled(svc)
    }
    return {
      begin: {
        'an hour, and an order': async () => {
          await allow()
          const body = { opensAt: inMs(svc, 40 * dayMs), opensZone: 'UTC', published: true }
          const said = await setOpening(svc, artist, body)
          if (said.status !== 200) throw new Error(said.text)
          buyer = stranger(stage)
          await collect(svc, buyer, goodCard, { slug: 'prue' })
        },
      },
      end: {
        'its artist': inTurn(
          () => callOff(svc, artist),
          () => settled(svc),
        ),
        'the end of selling': forbid,
      },
      isOn: async () => {
        const { text } = await svc.call('GET', '/api/purchases/mine', { cookie: buyer.cookie })
        return text.includes('"entitles":true')
      },
    }
  },
  async 'a permission without a license'(stage) {
    const { svc } = stage
    const artist = cast(svc.ctx, 'perm')
    const track = await addReadyTrack(svc.ctx, artist.cassetId, 'Perm')
    const id = await publishedRelease(svc, artist, [track.id])
    const price = { amount: 700, currency: 'usd' }
    const set =
      (decision: string, more = {}) =>
      () =>
        decide(svc, artist, id, { scope: 'download', decision, ...more })
    const { down, lift } = desk(stage, 'page', () => artist.cassetId)
    return {
      begin: { allowing: inTurn(lift, set('ALLOW')) },
      end: {
        denying: set('DENY'),
        'a price': set('REQUIRE_LICENSE', { price }),
        asking: set('CONTACT_OWNER'),
        'the desk': down,
      },
      isOn: async () => (await access(svc, id)).status === 200,
    }
  },
  async 'a yes to a question for a license'(stage) {
    const { svc } = stage
    const artist = cast(svc.ctx, 'yves')
    const track = await addReadyTrack(svc.ctx, artist.cassetId, 'Yves')
    const id = await publishedRelease(svc, artist, [track.id])
    let [requestId, quoteId] = ['', '']
    const { down, lift } = desk(stage, 'page', () => artist.cassetId)
    return {
      begin: {
        'asking and saying yes': async () => {
          await lift()
          // One address asks five a day.
          pass(svc, dayMs)
          requestId = await askedFor(svc, id)
          await answer(svc, artist, id, requestId, yes(9))
          quoteId = String(field(await sent(svc, requestId), 'quote', 'quoteId'))
        },
      },
      end: {
        'taking it back': () => answer(svc, artist, id, requestId, { answer: 'no' }),
        'whoever asked': () => call(svc, 'DELETE', `/api/agents/license-requests/${requestId}`, { cookie: '' })(),
        'the desk': down,
      },
      isOn: async () => (await order(svc, quoteId)).status === 200,
    }
  },
  async 'a track that everybody hears'(stage) {
    const { svc, owner } = stage
    const artist = cast(svc.ctx, 'tilda')
    await addReadyTrack(svc.ctx, artist.cassetId, 'Base')
    let id = ''
    const { down, lift } = desk(stage, 'track', () => id)
    return {
      begin: {
        adding: async () => {
          await lift()
          id = (await addReadyTrack(svc.ctx, artist.cassetId, `Tilda ${svc.ctx.uuid()}`, { position: 2 })).id
        },
      },
      end: {
        'its artist': () => call(svc, 'DELETE', `/api/studio/tracks/${id}`, artist)(),
        'not active any more': () => call(svc, 'PATCH', `/api/studio/tracks/${id}`, artist, { active: false })(),
        'the desk': down,
        'the owner, because of a law': () =>
          call(svc, 'DELETE', `/api/admin/tracks/${id}`, owner, { reason: 'A law' })(),
      },
      isOn: async () => {
        const { text } = await svc.call('GET', '/api/casset/tilda/media')
        const heard = await svc.call('GET', `/api/audio/${id}`)
        const isShown = text.includes(id)
        if (isShown !== (heard.status === 200)) throw new Error(`shown: ${isShown}, heard: ${heard.status}`)
        return isShown
      },
    }
  },
}
