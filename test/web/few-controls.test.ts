import { expect } from 'bun:test'
import { browserTest, openPage, useBrowser } from '../support/browser.ts'
import { makeOwner } from '../support/earnings/dispute.ts'
import { decide, makeRelease, publish } from '../support/release/release.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { addReadyTrack, cast, type Person } from '../support/world.ts'

useBrowser()

type Visit = {
  page: string
  path: string
  as?: Person
  width?: number
  /** The part of the page that is counted; its main part where none is named. */
  part?: string
  most: number
}

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

browserTest('no page has more controls in sight than it needs', async () => {
  await using svc = await startServer({ env: { PAYMENTS: 'test' } })
  const { nova, releaseId } = await openAlbum(svc)
  makeOwner(svc, nova)
  const visits: readonly Visit[] = [
    { page: 'a tape of eight tracks, for a guest', path: '/@nova', most: 35 },
    { page: 'that tape in the studio', path: '/studio', as: nova, most: 40 },
    { page: 'its credits and rights', path: `/studio/releases/${releaseId}`, as: nova, most: 20 },
    { page: 'the account of an artist', path: '/account', as: nova, most: 24 },
    { page: 'the desk, folded', path: '/desk', as: nova, most: 40 },
    { page: 'the rail of an artist', path: '/studio', as: nova, width: 1440, part: '.rail', most: 7 },
    { page: 'the rail of an owner at the desk', path: '/desk', as: nova, width: 1440, part: '.rail', most: 4 },
  ]
  const crowded: string[] = []
  for (const { page: name, path, as, width = 390, part = 'main', most } of visits) {
    await using open = await openPage(svc, path, { ...(as ? { as } : {}), viewport: { width, height: 844 } })
    await open.page.locator('c-island[data-ready]').first().waitFor({ state: 'attached' })
    const controls = await open.page.evaluate(controlsOf, part)
    expect([name, controls.length > 0]).toEqual([name, true])
    if (controls.length > most) crowded.push(`${name}: ${controls.length} of ${most}, ${controls.join(' · ')}`)
    expect(open.problems).toEqual([])
  }
  expect(crowded).toEqual([])
})
