import { expect, setDefaultTimeout, test } from 'bun:test'
import { ARTISTS } from '../../src/demo/artists.ts'
import { RELEASE } from '../../src/demo/cast/sayings.ts'
import { lifeJob } from '../../src/demo/liven.ts'
import { playedBy } from '../../src/demo/played-by.ts'
import { seedDemo } from '../../src/demo/seed.ts'
import { testLimitMs } from '../support/limits.ts'
import { program } from '../support/program.ts'
import { startServer } from '../support/server.ts'
import { inTree } from '../support/tree.ts'
import { addReadyTrack, cast } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

const hasTools = ['bash', 'curl', 'jq', 'sha256sum'].every((name) => Bun.which(name) !== null)

/** The demo as it is once the music of the artist with a release is recorded. */
async function openDemo() {
  const svc = await startServer({ env: { PAYMENTS: 'test' } })
  svc.ctx.jobs.handle(svc.ctx, [lifeJob])
  await seedDemo(svc.ctx)
  const { cassetId } = playedBy(svc.ctx, RELEASE.by)
  const tracks = ARTISTS.find(({ handle }) => handle === RELEASE.by)?.tracks ?? []
  for (const [index, { title }] of tracks.entries()) {
    await addReadyTrack(svc.ctx, cassetId, title, { position: index + 1 })
  }
  svc.tick(12_000)
  await svc.ctx.jobs.idle()
  return svc
}

const guide = await Bun.file(inTree('public/guide/programs.md')).text()
const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)

/**
 * Runs a block of the guide against a server, and returns what each of its numbered steps printed.
 */
async function run(block: string, url: string): Promise<Map<string, string>> {
  const marked = block.replaceAll('http://localhost:3000', url).replace(/^# (\d+) .*$/gm, 'printf "\\n=== $1\\n"\n')
  const commands = program.map((part) => `'${part}'`).join(' ')
  const script = `set -uo pipefail\ntapedeck() { ${commands} "$@"; }\n${marked}`
  const shell = Bun.spawn(['bash', '-c', script], {
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...Bun.env, NO_COLOR: '1' },
  })
  const text = await new Response(shell.stdout).text()
  const parts = text.split(/^=== (\d+)$/m)
  return new Map([
    ['0', parts[0] ?? ''],
    ...parts.flatMap((part, n) => (n % 2 === 1 ? [[part, parts[n + 1] ?? ''] as const] : [])),
  ])
}

test.skipIf(!hasTools)('each block of the walk in the guide does on the demo what it says', async () => {
  await using svc = await openDemo()
  expect(blocks).toHaveLength(3)
  const [sandbox = '', walk = '', asking = ''] = blocks
  const { cookie } = cast(svc.ctx, 'walker')
  const made = await svc.call('POST', '/api/sandbox/credentials', { cookie, body: {} })
  const { secret } = Object(made.json).credential
  const tried = (await run(sandbox.replace('sandbox_…', secret), svc.url)).get('0') ?? ''
  expect(JSON.parse(tried)).toMatchObject({ schema: 'svc.public-catalog.v1', page: { count: 4 } })

  const steps = await run(walk, svc.url)
  const step = (number: number) => (steps.get(`${number}`) ?? '').trim()
  expect(step(1)).toContain('rel="api-catalog"')
  const [told = '', hashed = ''] = step(3).split(/\n(?=[0-9a-f]{64} )/)
  const { canonicalHash, anchor } = JSON.parse(told)
  expect([hashed.slice(0, 64), anchor.index >= 0]).toEqual([canonicalHash, true])
  expect(step(4)).toContain('all 5 checks hold')
  const decisions = step(5)
    .split(/\n(?=\{)/)
    .map((text) => JSON.parse(text))
  expect(decisions.map(({ scope, decision }) => [scope, decision])).toEqual([
    ['search-index', 'ALLOW'],
    ['remix', 'REQUIRE_LICENSE'],
    ['ai-training', 'DENY'],
  ])
  const [challenge = '', rsl = ''] = step(6).split(/\n(?=<\?xml)/)
  const { remix, download } = RELEASE.single.prices
  expect(JSON.parse(challenge)).toMatchObject({
    price: { amount: remix + download, currency: 'usd' },
    pricingState: 'PRICED',
  })
  expect(rsl).toContain('<rsl')
  expect(step(7)).toContain('succeeded')
  // The very file that the manifest names, once.
  const [file = '', again = ''] = step(8).split('\n')
  const { releases } = Object((await svc.call('GET', '/api/agents/releases?query=rain')).json)
  const { manifest } = Object((await svc.call('GET', `/api/agents/releases/${releases[0].id}/manifest`)).json)
  expect(file.slice(0, 64)).toBe(
    manifest.tracks[0].renditions.find(({ role }: { role: string }) => role === 'master').sha256,
  )
  expect(JSON.parse(again)).toMatchObject({ code: 'FORBIDDEN' })

  // The third block goes on in the shell of the second.
  const beginning = walk.slice(0, walk.indexOf('# 3 '))
  const request = (await run(`${beginning}# 3 \n${asking}`, svc.url)).get('3') ?? ''
  const { statusUrl } = JSON.parse(request)
  const status = Object(await (await fetch(statusUrl)).json())
  expect(status).toMatchObject({ state: 'OPEN', scopes: ['sync'], offer: { amount: 15_000, currency: 'usd' } })
})
