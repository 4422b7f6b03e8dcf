import { until } from '../casset/upload.ts'
import { giveBack, takeDown } from '../operate/decision.ts'
import { readEmail, type startSmtp } from '../platform/smtp.ts'
import { announce, endIt, partyOf } from '../room/party.ts'
import type { TestServer } from '../server.ts'
import { inMs } from '../shop/preorder.ts'
import { addReadyTrack, cast, type Person } from '../world.ts'
import { type Again, call, field, inTurn, pass } from './again.ts'

type Stage = { svc: TestServer; smtp: Awaited<ReturnType<typeof startSmtp>>; owner: Person }

const dayMs = 86_400_000

/** An artist with something to hear. */
async function artistOf({ svc }: Stage, handle: string): Promise<Person> {
  const artist = cast(svc.ctx, handle)
  await addReadyTrack(svc.ctx, artist.cassetId, `Song of ${handle}`)
  return artist
}

/** Things that people wait for, with each door that ends them. */
export const followedEndings: Record<string, (stage: Stage) => Promise<Again>> = {
  async 'a listening party that is announced'(stage) {
    const { svc, owner } = stage
    const artist = await artistOf(stage, 'paul')
    const decisions: string[] = []
    const lift = async () => {
      for (const id of decisions.splice(0)) await giveBack(svc, owner, id)
    }
    return {
      begin: {
        announcing: inTurn(lift, async () => {
          // An artist announces at most three a day.
          pass(svc, dayMs)
          await announce(svc, artist)
        }),
      },
      end: {
        'its artist': () => endIt(svc, artist),
        'the desk': async () => {
          const { status, json } = await takeDown(svc, owner, { kind: 'page', id: artist.cassetId })
          if (status === 201) decisions.push(String(field(json, 'decision', 'id')))
        },
      },
      isOn: async () => field(await partyOf(svc, 'paul'), 'state') === 'announced',
    }
  },
  async 'a place among those who come to a party'(stage) {
    const { svc } = stage
    const artist = await artistOf(stage, 'petra')
    const key = 'k'.repeat(22)
    const come = (comes: boolean) => call(svc, 'POST', '/api/casset/petra/party/guests', { cookie: '' }, { key, comes })
    const announced = async () => {
      if (field(await partyOf(svc, 'petra'), 'state') === 'announced') return
      pass(svc, dayMs)
      await announce(svc, artist, { startsAt: inMs(svc, 300 * dayMs) })
    }
    return {
      begin: { 'one press': inTurn(announced, come(true)) },
      end: { 'another press': come(false), 'the end of the party': () => endIt(svc, artist) },
      isOn: async () =>
        field(await partyOf(svc, 'petra'), 'guests') === 1 &&
        field(await partyOf(svc, 'petra'), 'state') === 'announced',
    }
  },
  async 'following by email alone'({ svc, smtp }) {
    const artist = cast(svc.ctx, 'fay')
    const [email, reader] = ['fern@example.com', cast(svc.ctx, 'fern', { published: false })]
    svc.ctx.db.$client.run('UPDATE users SET email_verified_at = 1')
    const links: Record<'asked' | 'ends', string[]> = { asked: [], ends: [] }
    const press = (path: string, body: Record<string, string> = {}) =>
      svc.fetch(path, { method: 'POST', body: new URLSearchParams(body) })
    const linkIn = (pattern: RegExp, from: number) =>
      until(
        async () => {
          svc.tick(5000)
          await svc.ctx.jobs.idle()
          const texts = smtp.received
            .slice(from)
            .filter(({ to }) => to[0] === email)
            .map((each) => readEmail(each).text)
          return texts.map((text) => pattern.exec(text)?.[0] ?? '').find((link) => link !== '') ?? ''
        },
        (link) => link !== '',
      )
    return {
      begin: {
        'asked and confirmed': async () => {
          pass(svc, dayMs)
          const from = smtp.received.length
          await call(svc, 'POST', '/api/casset/fay/follow-by-email', { cookie: '' }, { email })()
          links.asked.push(await linkIn(/\/mailing-list\?key=[\w-]{43}/, from))
          await press(links.asked.at(-1) ?? '')
          links.ends.push(await linkIn(/\/unsubscribe\?key=[\w-]{43}/, from))
        },
      },
      end: {
        'the link of a welcome': () => press(links.ends[0] ?? '', { 'List-Unsubscribe': 'One-Click' }),
        'the list in an account': async () => {
          const { json } = await call(svc, 'GET', '/api/mailing-lists', reader)()
          const lists: { id: string }[] = Object(json).mailingLists
          for (const { id } of lists) await call(svc, 'DELETE', `/api/mailing-lists/${id}`, reader)()
        },
        unfollowing: call(svc, 'DELETE', '/api/casset/fay/follow', reader),
        'unfollowing in the room': call(svc, 'POST', '/api/casset/fay/activity', reader, { type: 'unfollow' }),
      },
      isOn: async () => {
        // A question that was answered with yes once puts nobody back.
        for (const link of [links.asked[0], links.asked.at(-1)]) await press(link ?? '')
        return (await svc.call('GET', '/api/studio/mailing-list.csv', { cookie: artist.cookie })).text.includes(email)
      },
    }
  },
}
