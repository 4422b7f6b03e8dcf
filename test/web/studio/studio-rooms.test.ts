import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { follows } from '../../../db/schema/casset/follow.ts'
import { changeUser } from '../../../src/account/change-user.ts'
import { dayMs } from '../../../src/lib/time/calendar.ts'
import { makeOwner } from '../../support/earnings/dispute.ts'
import { startServer } from '../../support/server.ts'
import { addReadyTrack, cast } from '../../support/world.ts'

/** Returns the rooms that a page leads to and the tabs of its own, the current ones marked. */
function railOf(html: string): string[] {
  const [rail, tabs] = ['rail', 'tabs'].map((name) => {
    const [, nav = ''] = new RegExp(`<nav class="${name}".*?>(.*?)</nav>`, 's').exec(html) ?? []
    return [...nav.matchAll(/<a href="[^"]*"( aria-current="(?:page|true)")?>([^<]*)/g)]
      .map(([, current, text]) => (current ? `[${text}]` : text))
      .join(' · ')
  })
  return [rail ?? '', tabs ?? '']
}

test('the studio has seven rooms, the desk four, and what needs no music is open to everybody', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const ada = cast(svc.ctx, 'ada', { makesMusic: false, published: false })
  const pageFor = async (path: string, { cookie }: { cookie: string }) => (await svc.call('GET', path, { cookie })).text
  const railFor = async (path: string, person: { cookie: string }) => railOf(await pageFor(path, person))
  expect(await railFor('/studio/payouts', nova)).toEqual([
    'Music · Audience · [Sales] · Share · Live room · Together · More',
    'Overview · Supporters · [Payouts] · Statements · Tax',
  ])
  expect(await railFor('/studio/room', nova)).toEqual([
    'Music · Audience · Sales · Share · [Live room] · Together · More',
    '',
  ])
  expect(await railFor('/studio/payouts', ada)).toEqual(['[Payouts] · Live room · Together · Storage', ''])
  expect(await railFor('/studio/sandbox', ada)).toEqual([
    'Payouts · Live room · Together · [More]',
    'Storage · [Developers]',
  ])
  expect(await pageFor('/studio/payouts', nova)).not.toContain('href="/desk"')
  makeOwner(svc, nova)
  expect(await railFor('/desk/people', nova)).toEqual([
    'Desk · [People] · Reports · Books',
    '[Accounts] · Invitations · Sellers · Helpers',
  ])
  // Nobody is led away from the questions of the first start.
  expect(await railFor('/desk/setup', nova)).toEqual(['', ''])
})

test('each page of the studio stands in one room, which leads to it', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  makeOwner(svc, nova)
  const seen: string[] = []
  for (const start of ['/studio', '/desk']) {
    const { text } = await svc.call('GET', start, { cookie: nova.cookie })
    const [, rail = ''] = /<nav class="rail".*?>(.*?)<\/nav>/s.exec(text) ?? []
    for (const [, first = ''] of rail.matchAll(/<a href="([^"]*)"/g)) {
      const { status, text: page } = await svc.call('GET', first, { cookie: nova.cookie })
      const [, tabs = `<a href="${first}"`] = /<nav class="tabs".*?>(.*?)<\/nav>/s.exec(page) ?? []
      const paths = [...tabs.matchAll(/<a href="([^"]*)"/g)].map(([, path = '']) => path)
      expect([status, paths[0]]).toEqual([200, first])
      seen.push(...paths)
    }
  }
  expect(seen.length).toBeGreaterThan(25)
  expect([...new Set(seen)]).toEqual(seen)
})

test('a helper at the desk is led to their part of it', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada', { makesMusic: false, published: false })
  changeUser(svc.ctx, ada.userId, { helperRole: 'money' })
  const { text } = await svc.call('GET', '/library', { cookie: ada.cookie })
  expect(text).toContain('<a href="/studio/sellers">Desk</a>')
  expect((await svc.call('GET', '/start', { cookie: ada.cookie })).headers.get('location')).toBe('/studio/sellers')
  expect(railOf((await svc.call('GET', '/studio/sellers', { cookie: ada.cookie })).text)).toEqual([
    '[Sellers] · Books',
    '',
  ])
})

test('a new tape says what is left to do until it is done, or was out for a week', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { published: false, publishedAt: null })
  const left = async () => {
    const { text } = await svc.call('GET', '/studio', { cookie: nova.cookie })
    const [, list = ''] = /<section class="first-week".*?>(.*?)<\/section>/s.exec(text) ?? []
    return [...list.matchAll(/<(?:button|a|span)(?! class="sr")[^>]*>([^<]*)</g)].map(([, step]) => step)
  }
  expect(await left()).toEqual([
    'Choose a cover',
    'Add the first track',
    'Set a price, or make it free',
    'Set up payouts',
    'Publish it',
    'Share it with somebody',
  ])
  // Where test payments let an artist sell without an account, that step is not said to be done.
  await using tried = await startServer({ env: { PAYMENTS: 'test' } })
  const lou = cast(tried.ctx, 'lou', { published: false, publishedAt: null })
  const read = async (path: string) => (await tried.call('GET', path, { cookie: lou.cookie })).text
  expect(await read('/studio')).toContain('<a href="/studio/payouts">Set up payouts</a>')
  const payouts = await read('/studio/payouts')
  expect(payouts).toContain('Payouts are not set up')
  expect(payouts).toContain('With test payments you can sell without it')
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
