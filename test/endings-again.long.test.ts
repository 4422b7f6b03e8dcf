import { expect, test } from 'bun:test'
import { sessions } from '../db/schema/account/session.ts'
import { createApp } from '../src/app.ts'
import { cookieOf, logIn, password } from './support/account/account.ts'
import { type Again, call, field, inTurn, pass, walkAgain, walkCopy } from './support/again/again.ts'
import { startCopied } from './support/again/copied.ts'
import { emailEndings } from './support/again/emails.ts'
import { followedEndings } from './support/again/followed.ts'
import { invitedEndings, joined } from './support/again/invited.ts'
import { paidEndings } from './support/again/paid.ts'
import { roomEndings } from './support/again/room.ts'
import { studioEndings } from './support/again/studio.ts'
import { confirmAddresses } from './support/audience/letter.ts'
import { giveBack, statusOf, takeDown, withOwner } from './support/operate/decision.ts'
import { startSmtp } from './support/platform/smtp.ts'
import { listen } from './support/room/room.ts'
import { share } from './support/shared.ts'
import { addReadyTrack, cast } from './support/world.ts'

const opened = share(async () => {
  const smtp = await startSmtp()
  const { svc, copy, calls } = await startCopied({
    env: { ...smtp.env, LETTERS_PER_MINUTE: '1000000', PAYMENTS: 'test', GIVE_BACK: 'on', REGISTRATION: 'invite' },
    limiter: { take: () => 0 },
  })
  return { svc, smtp, copy, calls, ...(await withOwner(svc)) }
})
type Stage = Awaited<ReturnType<typeof opened>>

const things: Record<string, (stage: Stage) => Promise<Again>> = {
  ...emailEndings,
  ...followedEndings,
  ...paidEndings,
  ...invitedEndings,
  ...roomEndings,
  ...studioEndings,
  async 'being told when a price falls'({ svc }) {
    const [reader, artist] = [cast(svc.ctx, 'will'), cast(svc.ctx, 'wishes', { priceMinor: 900 })]
    confirmAddresses(svc)
    const wish = (tells: boolean) => call(svc, 'POST', '/api/casset/wishes/wish', reader, { tells })
    return {
      begin: { asking: wish(true) },
      end: {
        'asking no more': wish(false),
        'off the list': call(svc, 'DELETE', `/api/wishes/${artist.cassetId}`, reader),
      },
      isOn: async () => {
        const { json } = await call(svc, 'GET', '/api/wishes', reader)()
        return JSON.stringify(json).includes('"tells":true')
      },
    }
  },
  async 'a browser that is signed in, and its stream'({ svc, owner }) {
    const home = { cookie: await joined(svc, owner, 'sid') }
    const userId = String(field((await call(svc, 'GET', '/api/auth/session', home)()).json, 'user', 'id'))
    let cookie = ''
    let stream = await listen(svc)
    let id: string | undefined
    const idOf = () => {
      const rows = svc.ctx.db.select().from(sessions).all()
      return rows.filter((row) => row.userId === userId).toSorted((a, b) => b.createdAt - a.createdAt)[0]?.id
    }
    return {
      begin: {
        'signing in': async () => {
          await stream[Symbol.asyncDispose]()
          cookie = cookieOf(await logIn(svc, 'sid@example.org', password))
          id = idOf()
          stream = await listen(svc, { cookie })
        },
      },
      end: {
        'signing out': async () => call(svc, 'POST', '/api/auth/logout', { cookie }, {})(),
        'the list of devices': async () => call(svc, 'DELETE', `/api/auth/sessions/${id}`, home)(),
        'every other device': call(svc, 'DELETE', '/api/auth/sessions', home),
        'the desk': async () => {
          await call(svc, 'POST', `/api/desk/people/${userId}/sign-out`, owner)()
          home.cookie = cookieOf(await logIn(svc, 'sid@example.org', password))
        },
      },
      isOn: async () => {
        const { json } = await call(svc, 'GET', '/api/auth/session', { cookie })()
        const isSignedIn = field(json, 'user') !== undefined && field(json, 'user') !== null
        if (isSignedIn) return true
        // The end of the stream is waited for: a test that stays here has found one that goes on.
        await stream.nextOf('the end')
        return false
      },
    }
  },
  async 'a helper’s work'({ svc, owner }) {
    const helper = cast(svc.ctx, 'hedy')
    confirmAddresses(svc)
    const name = (helps: string) => call(svc, 'PUT', '/api/desk/helpers', owner, { account: '@hedy', helps })
    let decision = ''
    const lift = async () => decision !== '' && (await giveBack(svc, owner, decision))
    return {
      begin: { 'being named': inTurn(lift, name('moderation')) },
      end: {
        'being sent away': call(svc, 'DELETE', `/api/desk/helpers/${helper.userId}`, owner),
        'other work': name('money'),
        'a suspension': async () => {
          const { status, json } = await takeDown(svc, owner, { kind: 'account', id: helper.userId })
          if (status === 201) decision = String(field(json, 'decision', 'id'))
        },
      },
      isOn: async () => (await call(svc, 'GET', '/api/desk/reports', helper)()).status === 200,
    }
  },
  async 'the right to write in a room'({ svc, nova }) {
    const guest = cast(svc.ctx, 'rolf')
    const set = (body: object) => call(svc, 'PUT', '/api/casset/nova/room/members/rolf', nova, body)
    const say = call(svc, 'POST', '/api/casset/nova/comment', guest, { text: 'Hello' })
    return {
      begin: { 'the artist': set({ muted: false, banned: false }) },
      end: { muting: set({ muted: true }), banning: set({ banned: true }) },
      isOn: async () => (await say()).status === 201,
    }
  },
  async 'a casset that everybody sees'({ svc, owner }) {
    const artist = cast(svc.ctx, 'cora')
    await addReadyTrack(svc.ctx, artist.cassetId, 'Coral')
    const decisions: string[] = []
    const studio = (body: object) => call(svc, 'PATCH', `/api/studio/casset/${artist.cassetId}`, artist, body)
    const decided = (ground: 'terms' | 'law') => async () => {
      const { status, json } = await takeDown(svc, owner, { kind: 'page', id: artist.cassetId, ground })
      if (status === 201) decisions.push(String(field(json, 'decision', 'id')))
    }
    const lift = async () => {
      for (const id of decisions.splice(0)) await giveBack(svc, owner, id)
    }
    return {
      begin: { 'shown again': inTurn(lift, studio({ published: true, privacy: 'public' })) },
      end: {
        'back to a draft': studio({ published: false }),
        'made private': studio({ privacy: 'private' }),
        'taken down by the terms': decided('terms'),
        'taken down by law': decided('law'),
      },
      isOn: async () => (await statusOf(svc, '/api/casset/cora/media')) === 200,
    }
  },
  async 'a playlist'({ svc }) {
    const maker = cast(svc.ctx, 'pia')
    let path = ''
    const make = async () => {
      const { json } = await call(svc, 'POST', '/api/playlists', maker, { name: 'Evening' })()
      path = `/api/playlists/${field(json, 'playlist', 'id') ?? field(json, 'id')}`
    }
    await make()
    return {
      begin: {
        // A restored copy may be of a day when the time to do so is over.
        restoring: async () => {
          if ((await call(svc, 'POST', `${path}/restore`, maker)()).status === 404) await make()
        },
      },
      end: { deleting: () => call(svc, 'DELETE', path, maker)() },
      isOn: async () => (await call(svc, 'GET', path, maker)()).status === 200,
    }
  },
  async 'a code that reduces a price'({ svc, nova }) {
    const { json } = await call(svc, 'POST', '/api/studio/discounts', nova, { cassetId: nova.cassetId, percent: 20 })()
    const [id, code] = [field(json, 'discount', 'id'), field(json, 'discount', 'code')]
    const buyer = cast(svc.ctx, 'dora')
    return {
      begin: { 'opened again': call(svc, 'POST', `/api/studio/discounts/${id}/reopen`, nova) },
      end: { closed: call(svc, 'DELETE', `/api/studio/discounts/${id}`, nova) },
      isOn: async () => {
        const asked = call(svc, 'POST', '/api/checkout/payment-intent', buyer, { slug: 'nova', code })
        return (await asked()).status === 200
      },
    }
  },
  async 'a place in a casset of several artists'({ svc }) {
    const [maker, member] = [cast(svc.ctx, 'max'), cast(svc.ctx, 'mona')]
    const made = await call(svc, 'POST', '/api/co-cassets', maker, { name: 'Both', members: ['mona'] })()
    const slug = field(made.json, 'coCasset', 'slug')
    const at = (end: string) => `/api/co-cassets/${slug}${end}`
    return {
      begin: {
        'invited and accepted': inTurn(
          call(svc, 'POST', at('/members'), maker, { handle: 'mona' }),
          call(svc, 'POST', at('/accept'), member, {}),
        ),
      },
      end: { leaving: call(svc, 'POST', at('/leave'), member, {}) },
      isOn: async () => (await call(svc, 'GET', at('/room'), member)()).status === 200,
    }
  },
  async 'the site’s hours'({ svc, owner }) {
    const set = (isOn: boolean) => call(svc, 'PUT', '/api/desk/maintenance', owner, { isOn, text: '' })
    return {
      begin: { opened: set(false) },
      end: { 'closed for maintenance': set(true) },
      isOn: async () => (await statusOf(svc, '/@nova')) === 200,
    }
  },
}

const made = new Map<string, Again>()

test.each(Object.keys(things))(
  '%s: ended, begun again and ended again by any door, it is over each time',
  async (name) => {
    const stage = await opened()
    const thing = await things[name]?.(stage)
    if (!thing) throw new Error(`There is no ${name}.`)
    expect(Object.keys(thing.end).length).toBeGreaterThan(0)
    expect(await walkAgain(thing, () => pass(stage.svc, 1000))).toEqual([])
    made.set(name, thing)
  },
)

test('in a restored copy all that had ended is over, and each door that was there before ends it again', async () => {
  const { svc, copy, owner } = await opened()
  // A site that is closed lets nobody do anything else.
  made.delete('the site’s hours')
  await call(svc, 'PUT', '/api/desk/maintenance', owner, { isOn: false, text: '' })()
  await copy()
  const wrong: Record<string, string[]> = {}
  for (const [name, thing] of made) {
    const said = await walkCopy(thing, () => pass(svc, 1000))
    if (said.length > 0) wrong[name] = said
  }
  expect(wrong).toEqual({})
})

/** Calls that end nothing which comes back by another one, each with its reason. */
const noEnding: Readonly<Record<string, string>> = {
  '/api/auth/app-keys/:id': 'a way in: test/machine/app-keys.test.ts walks what ends them',
  '/api/auth/identities/:provider': 'a way in: test/account/identity walks them',
  '/api/auth/passkeys/:id': 'a way in: test/endings.test.ts walks what ends them',
  '/api/auth/second-factor': 'a way in: test/endings.test.ts walks what ends them',
  '/api/casset/:slug/position': 'leading a room, which ends by itself',
  '/api/internal/releases/:id/derivatives/:linkId': 'a link of an agent, who asks for another one',
  '/api/studio/assets/:id': 'a file',
  '/api/studio/casset/:id/extras/:uploadId': 'an upload on its way',
  '/api/studio/casset/:id/tracks/:uploadId': 'an upload on its way',
  '/api/studio/extras/:id': 'a file',
  '/api/studio/letters/:id': 'a text that nobody has got',
  '/api/studio/shows/:id': 'an announcement, of which another one can be made',
  '/api/studio/support/levels/:id': 'an offer, of which another one can be made',
}

test('every call that deletes something is a door that is walked here, or has its reason', async () => {
  const { svc, calls } = await opened()
  const routes = (await createApp(svc.ctx)).routes.flatMap(({ method, path }) => (method === 'DELETE' ? path : []))
  expect(routes.length).toBeGreaterThan(25)
  const isWalked = (path: string) => {
    const pattern = new RegExp(`^DELETE ${path.replaceAll(/:[^/]+/g, '[^/]+')}$`)
    return [...calls].some((call) => pattern.test(call))
  }
  expect(routes.filter((path) => !isWalked(path)).toSorted()).toEqual(Object.keys(noEnding).toSorted())
})
