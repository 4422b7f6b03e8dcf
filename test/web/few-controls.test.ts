import { expect } from 'bun:test'
import { browserTest, openPage, useBrowser } from '../support/browser.ts'
import { makeOwner } from '../support/earnings/dispute.ts'
import { decide, makeRelease, publish } from '../support/release/release.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { addReadyTrack, cast, type Person } from '../support/world.ts'

useBrowser()

type Count = {
  name: string
  /** The part of the page that is counted; its main part where none is named. */
  part?: string
  width?: number
  /** The name of a key that opens the part. */
  press?: string
  most: number
}

type Visit = { site?: TestServer; path: string; as?: Person; counts: readonly Count[] }

/** Names all in a part of a page that can be pressed, chosen or typed into and is not folded. */
function controlsOf(part: string): string[] {
  const kinds = 'a[href], button, input, select, textarea, summary, [role="slider"]'
  return [...document.querySelectorAll<HTMLElement>(`${part} :is(${kinds})`)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((each) => each.getAttribute('aria-label') ?? (each.textContent.trim() || each.id))
}

const titles = ['Dawn', 'Kettle', 'Salt', 'Rust', 'Pier', 'Fog', 'Bell', 'Home']

/** An artist with a tape of eight tracks that has all a tape can have, and its release. */
async function openAlbum(svc: TestServer) {
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', priceMinor: 700, styles: ['lo-fi', 'dub'], bio: 'Songs.' })
  const trackIds: string[] = []
  for (const [at, title] of titles.entries()) {
    trackIds.push((await addReadyTrack(svc.ctx, nova.cassetId, title, { position: at + 1, lyrics: 'la la' })).id)
  }
  const releaseId = await makeRelease(svc, nova, trackIds)
  const price = { amount: 900, currency: 'usd' }
  await decide(svc, nova, releaseId, { scope: 'remix', decision: 'REQUIRE_LICENSE', price, terms: 'Name the artist.' })
  await publish(svc, nova, releaseId)
  return { nova, releaseId }
}

/** An artist whose tape of eight tracks has no cover, no price and nowhere to send money. */
async function draftAlbum(svc: TestServer): Promise<Person> {
  const lou = cast(svc.ctx, 'lou', { name: 'Kitchen Songs', published: false, publishedAt: null })
  for (const [at, title] of titles.entries()) await addReadyTrack(svc.ctx, lou.cassetId, title, { position: at + 1 })
  return lou
}

browserTest('no page has more controls in sight than it needs', async () => {
  await using svc = await startServer({ env: { PAYMENTS: 'test' } })
  const { nova, releaseId } = await openAlbum(svc)
  makeOwner(svc, nova)
  // Test payments need no payouts set up: this site is one where that is to do, too.
  await using live = await startServer()
  const lou = await draftAlbum(live)
  makeOwner(live, lou)
  const visits: readonly Visit[] = [
    { path: '/', counts: [{ name: 'the home page, for a guest', most: 10 }] },
    { path: '/@nova', counts: [{ name: 'a casset of eight tracks, for a guest', most: 35 }] },
    { path: '/@nova/sideb', counts: [{ name: 'a live room, for a guest', most: 8 }] },
    { path: '/checkout/nova', counts: [{ name: 'a checkout, for a guest', most: 18 }] },
    {
      path: '/studio',
      as: nova,
      counts: [
        { name: 'that casset in the studio', most: 40 },
        { name: 'its first track opened', part: '.track-panel', press: 'Details of Dawn', most: 6 },
        { name: 'the rail of an artist', part: '.rail', width: 1440, most: 7 },
      ],
    },
    {
      site: live,
      path: '/studio',
      as: lou,
      counts: [
        { name: 'a draft of which all is left to do', most: 40 },
        { name: 'a track of it opened', part: '.track-panel', press: 'Details of Dawn', most: 6 },
      ],
    },
    { site: live, path: '/desk', as: lou, counts: [{ name: 'the desk of a new site, folded', most: 20 }] },
    { path: `/studio/releases/${releaseId}`, as: nova, counts: [{ name: 'credits and rights', most: 20 }] },
    { path: '/account', as: nova, counts: [{ name: 'the account of an artist', most: 24 }] },
    {
      path: '/desk',
      as: nova,
      counts: [
        { name: 'the desk, folded', most: 40 },
        { name: 'the rail of an owner at the desk', part: '.rail', width: 1440, most: 4 },
      ],
    },
  ]
  const crowded: string[] = []
  for (const { site = svc, path, as, counts } of visits) {
    await using open = await openPage(site, path, as ? { as } : {})
    const { page, problems } = open
    for (const { name, part = 'main', width = 390, press, most } of counts) {
      await page.setViewportSize({ width, height: 844 })
      await page.locator('c-island[data-ready]').first().waitFor({ state: 'attached' })
      if (press) await page.getByRole('button', { name: press, exact: true }).click()
      await page.locator(`${part} :is(a, button, summary)`).filter({ visible: true }).first().waitFor()
      const controls = await page.evaluate(controlsOf, part)
      if (controls.length > most) crowded.push(`${name}: ${controls.length} of ${most}, ${controls.join(' · ')}`)
    }
    expect(problems).toEqual([])
  }
  expect(crowded).toEqual([])
})
