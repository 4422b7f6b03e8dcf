import { mkdirSync } from 'node:fs'
import { begin, pay, send } from '../bench/buyers.ts'
import { addMaster, downloadPath } from '../support/casset/download.ts'
import { hasNginx, startNginx } from '../support/platform/nginx.ts'
import { runProgram, startProcess, temporaryFolder } from '../support/process.ts'
import { freePort, hasRedis, startRedis } from '../support/room/redis.ts'
import { listen } from '../support/room/room.ts'
import { callAt, putMigrated, startServer } from '../support/server.ts'
import { cast } from '../support/world.ts'

/**
 * People buy through nginx, beside three edges, and what they ask for next knows of it: page,
 * stream, download and room. Meanwhile the artist renames the casset. A stranger, whose pages nginx
 * keeps for a second, never reads a name that was replaced long ago: nginx counts whole seconds,
 * and sends the old page to the visitor for whom it fetches a new one. `bun test/soak/purchases.ts
 * [buyers]`.
 */
const count = Number(Bun.argv[2] ?? 1_000)
const [atOnce, edgesMade, mostStaleMs] = [4, 3, 2_500]
if (!hasNginx || !hasRedis) throw new Error('It takes nginx and redis-server.')

await using stack = new AsyncDisposableStack()
const dataDir = `${stack.use(temporaryFolder()).path}/data`
mkdirSync(dataDir)
putMigrated(dataDir)
const { seller, buyers, path, bytes } = await fill()
const redis = stack.use(await startRedis())
const [site, inner, rooms] = [freePort(), freePort(), freePort()]
const url = `http://localhost:${site}`
const shared = {
  REDIS_URL: redis.url,
  EDGE_SECRET: 'a secret that only this run knows, and its edges',
  LOG_LEVEL: 'warn',
}
const env = {
  ...{ ...shared, BASE_URL: url, PORT: `${inner}`, HOST: '127.0.0.1', PAYMENTS: 'test', ACCEL: 'nginx' },
  ...{ TRUSTED_PROXIES: '127.0.0.1', ROOMS_URL: `http://localhost:${rooms}`, STREAMS_PER_ADDRESS: '5000' },
}
const primary = stack.use(await startProcess({ dataDir, env }))
for (let n = 0; n < edgesMade; n += 1) {
  const own = { ...shared, PORT: `${rooms}`, PRIMARY_URL: primary.url, STREAMS_PER_ADDRESS: '5000' }
  stack.use(await startProcess({ dataDir: '/nonexistent', command: ['edge'], env: own }))
}
stack.use(await startNginx((await runProgram(['nginx'], { ...env, DATA_DIR: dataDir })).out))
for (let tries = 0; tries < 100; tries += 1) {
  if (
    await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  )
    break
  await Bun.sleep(50)
}

let isOver = false
const names: { at: number; name: string }[] = []
const renaming = (async () => {
  const call = callAt(url)
  for (let n = 0; !isOver; n += 1) {
    const name = `Name number ${n}.`
    const { status, text } = await call('PATCH', `/api/studio/casset/${seller.cassetId}`, {
      cookie: seller.cookie,
      body: { name },
    })
    if (status !== 200) throw new Error(`not renamed: ${status} ${text}`)
    names.push({ at: performance.now(), name })
    await Bun.sleep(1_200)
  }
})()
let [seen, stalest] = [0, 0]
const reading = (async () => {
  while (!isOver) {
    const askedAt = performance.now()
    const text = await (await fetch(`${url}/@seller`)).text()
    const shown = names.findIndex(({ name }) => text.includes(name))
    const newer = shown < 0 ? undefined : names[shown + 1]
    if (shown >= 0) seen += 1
    if (newer) stalest = Math.max(stalest, askedAt - newer.at)
    await Bun.sleep(250)
  }
})()

const faults: string[] = []
let [bought, took] = [0, 0]
const queue = buyers.values()
const line = async () => {
  for (const buyer of queue) {
    const headers = { cookie: buyer.cookie }
    const mine = async () => (await fetch(`${url}/api/casset/seller/media`, { headers })).json()
    const isEntitled = (media: unknown) => Reflect.get(Object(Reflect.get(Object(media), 'viewer')), 'entitled')
    if (isEntitled(await mine()) !== false) faults.push(`${buyer.userId} had it before`)
    const begun = await begin(url, 'seller', buyer)
    await pay(url, buyer, begun)
    const { entitled } = await send<{ entitled: boolean }>(url, '/api/checkout/verify', buyer, {
      paymentIntentId: begun.paymentIntentId,
    })
    const from = performance.now()
    if (!entitled) faults.push('verify: not entitled')
    if (isEntitled(await mine()) !== true) faults.push('the next answer: not entitled')
    const stream = await fetch(url + path, { headers: { ...headers, 'sec-fetch-dest': 'audio' } })
    if (stream.status !== 200 || (await stream.bytes()).length !== bytes) faults.push(`the stream: ${stream.status}`)
    const zip = await fetch(url + downloadPath('seller', 'original'), { headers })
    if (zip.status !== 200) faults.push(`the download: ${zip.status}`)
    await zip.body?.cancel()
    const page = await (await fetch(`${url}/library`, { headers })).text()
    if (!page.includes('seller')) faults.push('their library does not have it')
    await using room = await listen({ url }, { cookie: buyer.cookie, slug: 'seller' })
    if ((await room.next())?.event !== 'hello') faults.push(`the room: ${room.status}`)
    took += performance.now() - from
    bought += 1
  }
}
await Promise.all(Array.from({ length: atOnce }, line))
isOver = true
await Promise.all([renaming, reading])
console.log(
  `${bought} bought and asked at once for answer, stream, download, page and room: ${faults.length} faults, ${Math.round(took / bought)} ms for all five`,
)
console.log(`a stranger read ${seen} times, at most ${Math.max(0, Math.round(stalest))} ms behind`)
if (faults.length > 0) console.error(faults.slice(0, 20).join('\n'))
process.exitCode = faults.length === 0 && stalest <= mostStaleMs && seen > 0 ? 0 : 1

async function fill() {
  await using svc = await startServer({ dataDir })
  const { ctx } = svc
  const seller = cast(ctx, 'seller', { priceMinor: 700 })
  const track = await addMaster(ctx, seller.cassetId, 'mp3-vbr.mp3', { title: 'Dawn' })
  const buyers = ctx.db.transaction(() => Array.from({ length: count }, (_, n) => cast(ctx, `buyer${n}`)))
  return { seller, buyers, path: `/api/audio/${track.id}`, bytes: track.bytes }
}
