import { join } from 'node:path'

// One side of turns.ts: a built clone of the repository, whose own files fill its data folders,
// because it may not open those of another version. It prints "ready" with the names of what it can
// measure, and answers each name on its input with the microseconds of processor time that one
// took.
const root = Bun.argv[2] ?? ''
const perRound = 400
const signedIn = 3_000
const seconds = 2
const connections = 16

const own = (path: string) => import(join(root, 'test', path))
const { fill }: typeof import('./fill.ts') = await own('bench/fill.ts')
const { fillBuyers }: typeof import('./fill-buyers.ts') = await own('bench/fill-buyers.ts')
const { openFolder }: typeof import('./open-folder.ts') = await own('bench/open-folder.ts')
const { addReadyTrack }: typeof import('../support/world.ts') = await own('support/world.ts')
const { load, requestsFromMany }: typeof import('./load.ts') = await own('bench/load.ts')
const { cpuSec, scratchFolder, startProgram }: typeof import('./program.ts') = await own('bench/program.ts')
const { publish }: typeof import('./release.ts') = await own('bench/release.ts')
const { sell, watchPurchases }: typeof import('./buyers.ts') = await own('bench/buyers.ts')

using folder = scratchFolder()
const [library, shop] = [join(folder.path, 'library'), join(folder.path, 'shop')]
const { cookie, handle } = await fill(library)
const { slug, seller, buyers } = await fillBuyers(shop, 12_000)
const ctx = await openFolder(shop)
for (let n = 2; n <= 12; n += 1) await addReadyTrack(ctx, seller.cassetId, `Song number ${n}`, { position: n })
ctx.db.$client.close()

const env = { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', TRUSTED_PROXIES: '127.0.0.1' }
const start = (dataDir: string) =>
  startProgram([join(root, 'dist/tapedeck')], { ...env, DATA_DIR: dataDir, PAYMENTS: 'test' }, false)
await using reads = await start(library)
await using sales = await start(shop)
const { id } = await publish(reads, cookie)

type Side = typeof reads
const hostOf = ({ port }: Side) => `127.0.0.1:${port}`

const loaded = (side: Side, request: (n: number) => Uint8Array) => async () => {
  const before = await cpuSec(side.pid)
  const { perSecond, failed } = await load({ port: side.port, connections, seconds, request })
  if (failed > 0) throw new Error(`${failed} requests were not answered 200.`)
  return (((await cpuSec(side.pid)) - before) / (perSecond * seconds)) * 1e6
}

/** Each request is another person's, because each has a limit of their own. */
function requestsOfPeople(path: string, accept: string) {
  const head = `GET ${path} HTTP/1.1\r\nHost: ${hostOf(sales)}\r\nAccept: ${accept}\r\n`
  const made = buyers.slice(-signedIn).map((who) => Buffer.from(`${head}Cookie: ${who.cookie}\r\n\r\n`))
  return (n: number) => made[n % made.length] ?? Buffer.alloc(0)
}

let sold = 0
async function checkouts() {
  const round = buyers.slice(sold, sold + perRound)
  sold += perRound
  using watch = watchPurchases(join(shop, 'tapedeck.db'))
  const before = await cpuSec(sales.pid)
  await sell(sales.url, slug, round, connections, watch)
  return (((await cpuSec(sales.pid)) - before) / round.length) * 1e6
}

const question = JSON.stringify({ scope: 'remix', agentKey: 'librarian', commercial: true })
const check = `/api/agents/releases/${id}/permission-check`
const measures = new Map<string, () => Promise<number>>([
  ['v1 artist', loaded(reads, requestsFromMany(`/api/v1/artists/${handle}`, hostOf(reads)))],
  ['v1 catalog', loaded(reads, requestsFromMany(`/api/v1/artists/${handle}/catalog`, hostOf(reads)))],
  ['permission check', loaded(reads, requestsFromMany(check, hostOf(reads), '', question))],
  ['page for strangers', loaded(sales, requestsFromMany(`/@${slug}`, hostOf(sales)))],
  ['page for the signed in', loaded(sales, requestsOfPeople(`/@${slug}`, 'text/html'))],
  ['payload for the signed in', loaded(sales, requestsOfPeople(`/api/casset/${slug}/media`, 'application/json'))],
  ['checkout', checkouts],
])
console.log(`ready ${[...measures.keys()].join('|')}`)
for await (const name of console) console.log(`took ${await measures.get(name)?.()}`)
