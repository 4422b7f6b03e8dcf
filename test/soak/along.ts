import { islandReady, openPage } from '../support/browser.ts'
import { addPlayableTrack } from '../support/casset/playable.ts'
import { grow } from '../support/room/edge.ts'
import { heard, rememberSound, secondsApart } from '../support/room/heard.ts'
import { hasRedis } from '../support/room/redis.ts'
import { cast } from '../support/world.ts'

/**
 * Listening along across edges: a leader and a follower, each at its own edge, and how far apart
 * their players are, by turns after a jump and in steady play. The promise is 200 ms. `bun
 * test/soak/along.ts [jumps]`. Exits with 1 when a jump was not followed or the promise was broken.
 */
const jumps = Number(Bun.argv[2] ?? 20)
const promisedMs = 200
const followedWithinMs = 8_000
const looksEach = 5
const lookEveryMs = 500
if (!hasRedis) {
  console.error('redis-server is not here.')
  process.exit(1)
}

await using all = await grow({ edges: 2, primary: { env: { PAYMENTS: 'test' } } })
const { svc } = all
const nova = cast(svc.ctx, 'nova', { priceMinor: 0 })
await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn', { master: { seconds: 170 } })
const ada = cast(svc.ctx, 'ada', { published: false })
await svc.call('POST', '/api/checkout/payment-intent', { cookie: ada.cookie, body: { slug: 'nova' } })
await using leading = await openPage(svc, '/', { as: nova })
await using following = await openPage(svc, '/', { as: ada })
const [leader, follower] = [leading.page, following.page]
const rooms: string[] = []
for (const page of [leader, follower]) {
  page.on('request', (request) => {
    const { pathname, origin } = new URL(request.url())
    if (pathname === '/room') rooms.push(origin)
  })
  await rememberSound(page)
  await page.goto(`${svc.url}/@nova/sideb`)
  await islandReady(page, 'room/room')
}
await leader.getByRole('button', { name: 'Start listening party' }).click()
await follower.getByRole('button', { name: 'Listen along' }).click()
await follower.getByRole('button', { name: 'Leave the party' }).waitFor()

/** Returns how long it took until the follower was as near as promised; null for never. */
async function caughtUp(sec: number): Promise<number | null> {
  const from = performance.now()
  while (performance.now() - from < followedWithinMs) {
    const isThere = ((await heard(follower))?.sec ?? -1) > sec - 1
    if (isThere && (await secondsApart(leader, follower)) * 1_000 < promisedMs) return performance.now() - from
    await Bun.sleep(50)
  }
  return null
}

const apart: number[] = []
const took: number[] = []
let faults = rooms.length >= 2 && rooms.every((origin) => origin !== svc.url) ? 0 : 1
for (let jump = 0; jump < jumps; jump += 1) {
  const sec = 5 + ((jump * 37) % 150)
  await leader.getByRole('region', { name: 'Player' }).getByRole('slider', { name: 'Seek' }).fill(`${sec}`)
  const ms = await caughtUp(sec)
  if (ms === null) faults += 1
  else took.push(ms)
  for (let look = 0; look < looksEach; look += 1) {
    await Bun.sleep(lookEveryMs)
    apart.push((await secondsApart(leader, follower)) * 1_000)
  }
}
const middle = (all: readonly number[]) => Math.round(all.toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN)
const most = (all: readonly number[]) => Math.round(Math.max(...all))
const late = apart.filter((ms) => !(ms < promisedMs)).length
console.log(`rooms at ${[...new Set(rooms)].join(' and ')}`)
console.log(`${jumps} jumps: followed after ${middle(took)} ms, ${most(took)} at most`)
console.log(`${apart.length} looks: ${middle(apart)} ms apart, ${most(apart)} at most, ${late} beyond ${promisedMs}`)
process.exit(faults + late === 0 ? 0 : 1)
