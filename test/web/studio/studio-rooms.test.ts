import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { follows } from '../../../db/schema/casset/follow.ts'
import { dayMs } from '../../../src/lib/time/calendar.ts'
import { makeOwner } from '../../support/earnings/dispute.ts'
import { startServer } from '../../support/server.ts'
import { addReadyTrack, cast } from '../../support/world.ts'

/** Returns the tabs of the studio on a page: each room with its pages, the current ones marked. */
function railOf(html: string): string[] {
  const [, nav = ''] = /<nav class="rail".*?>(.*?)<\/nav>/s.exec(html) ?? []
  return nav
    .split('<div class="rail-room"')
    .slice(1)
    .map((room) =>
      [...room.matchAll(/<a href="([^"]*)"( aria-current="(?:page|true)")?>([^<]*)/g)]
        .map(([, , current, text]) => (current ? `[${text}]` : text))
        .join(' '),
    )
}

test('the studio has five rooms: its owner’s, an artist’s without the site, and what needs no music for everybody else', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const ada = cast(svc.ctx, 'ada', { makesMusic: false, published: false })
  const railFor = async (path: string, { cookie }: { cookie: string }) =>
    railOf((await svc.call('GET', path, { cookie })).text)
  const rooms = await railFor('/studio/payouts', nova)
  expect(rooms.map((room) => room.split(' ')[0])).toEqual(['Music', 'People', '[Money]', 'Share'])
  expect(rooms[2]).toBe('[Money] Sales [Payouts] Emoji Statements Tax')
  expect(await railFor('/studio/payouts', ada)).toEqual([
    'Music Collaborations Storage',
    'People Live room',
    '[Money] [Payouts]',
  ])
  expect(await railFor('/studio/sandbox', ada)).toContain('[Share] [Developers]')
  makeOwner(svc, nova)
  expect((await railFor('/desk', nova)).at(-1)).toBe(
    '[Site] [Desk] Health Reports Decisions VAT Statements Sellers People Invitations Helpers',
  )
})

test('a new tape says what is left to do until it is done, or was out for a week', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { published: false, publishedAt: null })
  const left = async () => {
    const { text } = await svc.call('GET', '/studio', { cookie: nova.cookie })
    const [, list = ''] = /<section class="first-week".*?>(.*?)<\/section>/s.exec(text) ?? []
    return [...list.matchAll(/<(?:button|a)[^>]*>([^<]*)</g)].map(([, step]) => step)
  }
  expect(await left()).toEqual([
    'Choose a cover',
    'Add the first track',
    'Set a price, or make it free',
    'Set up payouts',
    'Publish it',
    'Share it with somebody',
  ])
  await addReadyTrack(svc.ctx, nova.cassetId, 'Dawn')
  const change = { priceMinor: 0, published: true, publishedAt: svc.ctx.now() }
  svc.ctx.db.update(cassets).set(change).where(eq(cassets.id, nova.cassetId)).run()
  expect(await left()).toEqual(['Choose a cover', 'Share it with somebody'])
  const ada = cast(svc.ctx, 'ada')
  const follow = { userId: ada.userId, artistId: nova.artistId, createdAt: svc.ctx.now() }
  svc.ctx.db.insert(follows).values(follow).run()
  expect(await left()).toEqual(['Choose a cover'])
  await svc.tick(8 * dayMs)
  expect(await left()).toEqual([])
})
