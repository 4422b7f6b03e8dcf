import { newBrowser } from '../account/push.ts'
import { makeList } from '../casset/playlist.ts'
import { decisionIn, giveBack, takeDown } from '../operate/decision.ts'
import { makeCoCasset } from '../room/co-casset.ts'
import type { TestServer } from '../server.ts'
import { giftLink, give, takeGift, takeWithout } from '../shop/gift.ts'
import { collectAsGuest, hearAsGuest } from '../shop/guest.ts'
import { giveBack as returnIt } from '../shop/holder.ts'
import { addReadyTrack, cast, type Person } from '../world.ts'
import { type Again, call, field } from './again.ts'

type Stage = { svc: TestServer; owner: Person }

/** Things in a room, with friends and by links, with each door that ends them. */
export const roomEndings: Record<string, (stage: Stage) => Promise<Again>> = {
  async 'a comment'({ svc, owner }) {
    const [artist, writer] = [cast(svc.ctx, 'cato'), cast(svc.ctx, 'cleo', { published: false })]
    let id = ''
    const remove = (who: Person) => () => call(svc, 'DELETE', `/api/casset/cato/comments/${id}`, who)()
    return {
      begin: {
        writing: async () => {
          const { json } = await call(svc, 'POST', '/api/casset/cato/comment', writer, {
            text: `Hi ${svc.ctx.uuid()}`,
          })()
          id = String(field(json, 'comment', 'id'))
        },
      },
      end: {
        'its writer': remove(writer),
        'the artist': remove(artist),
        'the desk': async () => {
          await takeDown(svc, owner, { kind: 'comment', id })
        },
      },
      isOn: async () => (await svc.call('GET', '/@cato/sideb', { headers: { accept: 'text/html' } })).text.includes(id),
    }
  },
  async 'the work of a moderator'({ svc }) {
    const [artist, helper, other] = ['mod', 'moe', 'max-m'].map((each) => cast(svc.ctx, each))
    if (!artist || !helper || !other) throw new Error('Nobody is there.')
    const set = (body: object) => call(svc, 'PUT', '/api/casset/mod/room/members/moe', artist, body)
    return {
      begin: { naming: set({ moderator: true, banned: false, muted: false }) },
      end: { 'its artist': set({ moderator: false }), 'a ban': set({ banned: true }) },
      isOn: async () =>
        (await call(svc, 'PUT', '/api/casset/mod/room/members/max-m', helper, { muted: true })()).status === 200,
    }
  },
  async 'a room that is open'({ svc }) {
    const [artist, listener] = [cast(svc.ctx, 'rooma'), cast(svc.ctx, 'roomb')]
    const set = (body: object) => call(svc, 'PATCH', '/api/casset/rooma/room', artist, body)
    return {
      begin: { opening: set({ open: true, followersOnly: false }) },
      end: { closing: set({ open: false }), 'for followers alone': set({ followersOnly: true }) },
      isOn: async () =>
        (await call(svc, 'POST', '/api/casset/rooma/comment', listener, { text: svc.ctx.uuid() })()).status === 201,
    }
  },
  async 'pushes to a browser'({ svc }) {
    const reader = cast(svc.ctx, 'push')
    const browser = newBrowser('https://fcm.googleapis.com')
    let id = ''
    return {
      begin: {
        subscribing: async () => {
          const { endpoint, keys } = browser
          const { json } = await call(svc, 'POST', '/api/notifications/subscribe', reader, { endpoint, keys })()
          id = String(field(json, 'id'))
        },
      },
      end: { 'the browser': () => call(svc, 'DELETE', `/api/notifications/subscribe/${id}`, reader)() },
      isOn: async () =>
        svc.ctx.db.$client.query('SELECT id FROM push_subscriptions WHERE user_id = ?').all(reader.userId).length > 0,
    }
  },
  async 'a credential of the sandbox'({ svc }) {
    const maker = cast(svc.ctx, 'sand')
    let made: unknown
    return {
      begin: {
        making: async () => {
          made = (await call(svc, 'POST', '/api/sandbox/credentials', maker, {})()).json
        },
      },
      end: {
        revoking: () => call(svc, 'DELETE', `/api/sandbox/credentials/${field(made, 'credential', 'id')}`, maker)(),
      },
      isOn: async () => {
        const authorization = `Bearer ${field(made, 'credential', 'secret')}`
        return (
          (await svc.call('GET', '/api/sandbox/v1/artists/sandbox-artist', { headers: { authorization } })).status ===
          200
        )
      },
    }
  },
  async 'a gift that was taken by email'({ svc, owner }) {
    const artist = cast(svc.ctx, 'taki', { priceMinor: 700 })
    const track = await addReadyTrack(svc.ctx, artist.cassetId, 'Taki')
    const giver = cast(svc.ctx, 'tag', { published: false })
    let order = { orderId: '' }
    let secret = ''
    return {
      begin: {
        'giving and taking': async () => {
          order = await give(svc, giver, { slug: 'taki', email: undefined })
          const link = await giftLink(svc, giver, order.orderId)
          const said = await takeWithout(svc, { secret: link, email: `t${svc.ctx.uuid().slice(-9)}@example.org` })
          secret = String(field(said.json, 'url')).split('/taken/')[1] ?? ''
        },
      },
      end: {
        'the owner of the site': () =>
          call(svc, 'POST', `/api/studio/sales/${order.orderId}/refund`, owner, { leavesDebt: true })(),
        'whoever gave it': () => returnIt(svc, order.orderId, giver),
        'taking it into a library': async () => {
          const taker = cast(svc.ctx, `tk-${svc.ctx.uuid().slice(-12)}`, { published: false })
          await takeGift(svc, secret, taker)
        },
      },
      isOn: async () => (await svc.call('GET', `/api/taken/${secret}/audio/${track.id}`)).status < 300,
    }
  },
  async 'the secret link of a guest'({ svc }) {
    const artist = cast(svc.ctx, 'gusta', { priceMinor: 700 })
    const track = await addReadyTrack(svc.ctx, artist.cassetId, 'Gusta')
    let order = { orderId: '', paymentIntentId: '', clientSecret: '', secret: '' }
    const claim = (body: () => object) => async () => {
      const taker = cast(svc.ctx, `gk-${svc.ctx.uuid().slice(-12)}`, { published: false })
      await svc.call('POST', '/api/guest/keep', { cookie: taker.cookie, body: body() })
    }
    return {
      begin: {
        paying: async () => {
          order = await collectAsGuest(svc, { slug: 'gusta', email: 'gg@example.org' })
        },
      },
      end: {
        'taking it into a library': claim(() => ({
          paymentIntentId: order.paymentIntentId,
          clientSecret: order.clientSecret,
        })),
      },
      isOn: async () => (await hearAsGuest(svc, order.secret, track.id)).status < 300,
    }
  },
  async 'a track on a casset of several artists'({ svc }) {
    const [maker, member] = [cast(svc.ctx, 'coa'), cast(svc.ctx, 'cob')]
    const { trackId } = await makeCoCasset(svc, maker, 'co-again', [member])
    const own = await addReadyTrack(svc.ctx, member.cassetId, 'Own')
    let id = ''
    const end = (who: Person) => () => call(svc, 'DELETE', `/api/co-cassets/co-again/tracks/${id}`, who)()
    return {
      begin: {
        sharing: async () => {
          await call(svc, 'POST', '/api/co-cassets/co-again/members', maker, { handle: 'cob' })()
          await call(svc, 'POST', '/api/co-cassets/co-again/accept', member, {})()
          const said = await call(svc, 'POST', '/api/co-cassets/co-again/tracks', member, { trackId: own.id })()
          id = String(field(said.json, 'track', 'id'))
        },
      },
      end: {
        'its contributor': end(member),
        'the creator': end(maker),
        leaving: call(svc, 'POST', '/api/co-cassets/co-again/leave', member, {}),
      },
      isOn: async () =>
        (await svc.call('GET', '/api/casset/co-again/media', { cookie: maker.cookie })).text.includes(id) &&
        id !== trackId,
    }
  },
  async 'a track on a playlist'({ svc }) {
    const [artist, maker] = [cast(svc.ctx, 'listed'), cast(svc.ctx, 'lister', { published: false })]
    const { id: trackId } = await addReadyTrack(svc.ctx, artist.cassetId, 'Listed')
    const path = `/api/playlists/${await makeList(svc, maker, 'Morning')}`
    return {
      begin: { adding: call(svc, 'POST', `${path}/tracks`, maker, { trackIds: [trackId] }) },
      end: { 'taking it off': call(svc, 'DELETE', `${path}/tracks/${trackId}`, maker) },
      isOn: async () => (await call(svc, 'GET', path, maker)()).text.includes(trackId),
    }
  },
  async 'a report that waits for the desk'({ svc, owner }) {
    const [artist, reporter] = [cast(svc.ctx, 'told-of'), cast(svc.ctx, 'teller', { published: false })]
    const { id } = await addReadyTrack(svc.ctx, artist.cassetId, 'Told of')
    const waiting = async () => {
      const { reports } = Object((await call(svc, 'GET', '/api/desk/reports', owner)()).json)
      return Array.isArray(reports) ? reports.filter((each) => JSON.stringify(each).includes(id)) : []
    }
    const answers = async () => {
      const { text } = await call(svc, 'GET', '/api/notifications', reporter)()
      return text.split('after your report').length - 1
    }
    const decisions: string[] = []
    const told = (decide: () => Promise<unknown>) => async () => {
      const before = [(await waiting()).length, await answers()]
      await decide()
      await svc.ctx.jobs.idle()
      if ((await answers()) !== (before[1] ?? 0) + (before[0] ?? 0)) throw new Error('The reporter was not told once.')
    }
    return {
      begin: {
        reporting: async () => {
          for (const each of decisions.splice(0)) await giveBack(svc, owner, each)
          await call(svc, 'POST', '/api/reports', reporter, {
            kind: 'track',
            id,
            reason: 'spam',
            text: 'Look at it.',
          })()
        },
      },
      end: {
        'nothing is wrong': told(async () => {
          for (const each of await waiting()) {
            await call(svc, 'POST', `/api/desk/reports/${each.id}/dismiss`, owner, { answer: 'Fine.' })()
          }
        }),
        'taking it down': told(async () => {
          const said = await takeDown(svc, owner, { kind: 'track', id })
          if (said.status === 201) decisions.push(decisionIn(said))
        }),
      },
      isOn: async () => (await waiting()).length === 1,
    }
  },
}
