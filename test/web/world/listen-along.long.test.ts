import { expect } from 'bun:test'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { addPlayableTrack } from '../../support/casset/playable.ts'
import { until } from '../../support/casset/upload.ts'
import { delaySound, heard, rememberSound, secondsApart } from '../../support/room/heard.ts'
import { startServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

useBrowser()

browserTest('a listener follows the artist through the record at the same second, after a jump too', async () => {
  await using svc = await startServer({ env: { PAYMENTS: 'test' } })
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', priceMinor: 0 })
  for (const [index, name] of ['Dawn', 'Kettle'].entries()) {
    await addPlayableTrack(svc.ctx, nova.cassetId, name, { position: index + 1 })
  }
  const ada = cast(svc.ctx, 'ada', { published: false })
  await svc.call('POST', '/api/checkout/payment-intent', { cookie: ada.cookie, body: { slug: 'nova' } })
  await using leader = await openPage(svc, '/', { as: nova })
  await using follower = await openPage(svc, '/', { as: ada })
  for (const { page } of [leader, follower]) {
    await rememberSound(page)
    if (page === follower.page) await delaySound(page, 600)
    await page.goto(`${svc.url}/@nova/sideb`)
    await islandReady(page, 'room/room')
  }
  await follower.page.getByText('No one is hosting. Nova is first in line.').waitFor()
  await leader.page.getByText('You can start.').waitFor()
  await leader.page.getByRole('button', { name: 'Start listening party' }).click()
  await leader.page.getByText('You are hosting:').waitFor()
  // A player that is slow to begin is not taken for a pause of the listener's own.
  const leading = leader.page.getByRole('region', { name: 'Player' })
  await leading.getByRole('button', { name: 'Pause' }).click()
  await follower.page.getByText('Nova hosts: Dawn, paused').waitFor()
  await follower.page.getByRole('heading', { name: '2 here', exact: true }).waitFor()
  await follower.page.getByRole('button', { name: 'Listen along' }).click()
  await follower.page.getByRole('button', { name: 'Leave the party' }).waitFor()
  await leading.getByRole('button', { name: 'Play', exact: true }).click()
  await follower.page.getByRole('heading', { name: '2 here, 2 playing' }).waitFor()
  const apart = () => secondsApart(leader.page, follower.page)
  expect(await until(apart, (seconds) => seconds < 0.2)).toBeLessThan(0.2)
  // A jump that was refused, as after twenty in a second, is said again well before the usual word.
  const saidAt: number[] = []
  await leader.page.route('**/position', (route) => {
    saidAt.push(performance.now())
    return saidAt.length === 1 ? route.fulfill({ status: 429, body: '{}' }) : route.continue()
  })
  await leading.getByRole('slider', { name: 'Seek' }).fill('40')
  const jumped = async () => ((await heard(follower.page))?.sec ?? 0) > 38
  await until(jumped, (has) => has)
  expect(await until(apart, (seconds) => seconds < 0.2)).toBeLessThan(0.2)
  const [first = 0, second = Number.POSITIVE_INFINITY] = saidAt
  expect(second - first).toBeLessThan(3_000)
  await leader.page.unroute('**/position')
  expect(await breaches(follower.page)).toEqual([])

  // The player in one's own hands: the leader is no longer followed, nor made up for.
  await follower.page.evaluate(() => {
    for (const audio of window.heardBy ?? []) audio.currentTime -= 0.5
  })
  await follower.page.waitForFunction(() => {
    const bent = window.heardBy?.find(({ playbackRate, paused }) => playbackRate !== 1 && !paused)
    bent?.pause()
    return bent !== undefined
  })
  await follower.page.getByRole('button', { name: 'Listen along' }).waitFor()
  const speeds = follower.page.evaluate(() => (window.heardBy ?? []).map(({ playbackRate }) => playbackRate))
  expect(new Set(await speeds)).toEqual(new Set([1]))
  await leader.page.getByRole('heading', { name: '2 here, 1 playing' }).waitFor()
  await leader.page.getByRole('button', { name: 'End it' }).click()
  await follower.page.getByRole('button', { name: 'Start listening party' }).waitFor()
  await follower.page.getByRole('heading', { name: '2 here', exact: true }).waitFor()
  await leader.page.getByRole('button', { name: 'Start listening party' }).click()
  await follower.page.getByText('Nova hosts: Dawn').waitFor()
  // The artist leaves: the lead is at once offered to the member who has been here longest.
  await leader.page.goto('about:blank')
  await follower.page.getByText('No one is hosting. You can start.').waitFor()
  await follower.page.getByRole('button', { name: 'Start listening party' }).click()
  await follower.page.getByText('You are hosting:').waitFor()
})
