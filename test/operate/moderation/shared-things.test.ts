import { expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { thingNames } from '../../../db/schema/operate/moderation.ts'
import type { ThingKind } from '../../../src/operate/moderation/model.ts'
import { testLimitMs } from '../../support/limits.ts'
import { takeDown, takenDown } from '../../support/operate/decision.ts'
import { staffed } from '../../support/operate/desk-doors.ts'
import { makeCoCasset } from '../../support/room/co-casset.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { addEmoji } from '../../support/shop/emoji.ts'
import { addReadyTrack, cast, type Person } from '../../support/world.ts'

setDefaultTimeout(testLimitMs)

type Shared = { creator: Person; slug: string; cassetId: string }

/** Makes a thing of a kind that several people share; null where one person alone makes it. */
const makers: Readonly<Record<ThingKind, ((svc: TestServer, shared: Shared) => Promise<string> | string) | null>> = {
  page: (_, { cassetId }) => cassetId,
  track: async (svc, { creator, slug }) => {
    const { id: trackId } = await addReadyTrack(svc.ctx, creator.cassetId, `Song of ${slug}`)
    const { cookie } = creator
    const shared = await svc.call('POST', `/api/co-cassets/${slug}/tracks`, { cookie, body: { trackId } })
    expect(shared.status).toBe(201)
    // Taking the original down takes its copy on the co-casset too.
    return trackId
  },
  emoji: async ({ ctx }, shared) => (await addEmoji({ ctx }, shared, `wave${ctx.uuid().slice(-4)}`)).id,
  clip: null,
  comment: null,
  account: null,
}

const words = { answer: 'We looked at it again.' }

test('about what several people share only those decide who share it not, and who stand above all of them', async () => {
  await using svc = await startServer({ limiter: { take: () => 0 } })
  const { actors, peer } = staffed(svc)
  const { owner, moderation: helper, member: creator } = actors
  const stranger = cast(svc.ctx, 'stranger')
  const report = async (kind: string, id: string) => {
    const body = { kind, id, reason: 'spam', text: '' }
    expect((await svc.call('POST', '/api/reports', { cookie: stranger.cookie, body })).status).toBe(204)
    return String(svc.ctx.db.$client.query('SELECT max(id) FROM content_reports').values().flat()[0])
  }
  const decide = (path: string, body: object, { cookie } = helper) =>
    svc.call('POST', `/api/desk/${path}`, { cookie, body })
  let count = 0
  for (const [sharer, mayDecide] of [
    [helper, false],
    [peer, false],
    [owner, false],
    [actors.money, false],
    [cast(svc.ctx, 'friend'), true],
  ] as const) {
    for (const kind of thingNames) {
      const make = makers[kind]
      if (make === null) continue
      count += 1
      const slug = `shared${count}`
      const { id: cassetId } = await makeCoCasset(svc, creator, slug, [sharer])
      svc.ctx.db.update(cassets).set({ published: true }).where(eq(cassets.id, cassetId)).run()
      const id = await make(svc, { creator, slug, cassetId })
      const where = `${kind} shared with ${sharer.handle}`
      const expected = mayDecide ? [true, true, true, true] : [false, false, false, false]
      const asked = { kind, id, ground: 'law', basis: 'A law', facts: 'It is.' } as const
      const reportId = await report(kind, id)
      const dismissed = await decide(`reports/${reportId}/dismiss`, words)
      const first = await takeDown(svc, helper, asked)
      const decision = mayDecide ? String(Object(Object(first.json).decision).id) : await takenDown(svc, owner, asked)
      await svc.call('POST', `/api/account/decisions/${decision}/objection`, {
        cookie: creator.cookie,
        body: { text: 'It is ours.' },
      })
      const page = await svc.fetch(`/desk/decisions/${decision}`, { headers: { cookie: helper.cookie } })
      const hasKeys = !/owns the site|decides about it/.test(await page.text())
      const upheld = await decide(`decisions/${decision}/answer`, { ...words, isUpheld: true })
      const lifted = await decide(`decisions/${decision}/lift`, words)
      const found = [dismissed, first, upheld, lifted].map(({ status }) => status < 300)
      expect([where, found, hasKeys]).toEqual([where, expected, mayDecide])
      if (!mayDecide) expect((await decide(`decisions/${decision}/lift`, words, owner)).status).toBe(200)
    }
  }
  expect(count).toBe(15)
})
