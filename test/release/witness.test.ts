import { expect, test } from 'bun:test'
import { otsFile, readOtsFile, readPaths } from '../../src/lib/hash/ots.ts'
import { sha256 } from '../../src/lib/hash/sha256.ts'
import { startCalendar } from '../support/calendar.ts'
import { publishedRelease } from '../support/release/release.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { allChecks, siteOf } from '../support/site.ts'
import { inTree } from '../support/tree.ts'
import { world } from '../support/world.ts'

const later = 15 * 60_000

const anchorOf = async (svc: TestServer, id: string) =>
  Object((await svc.call('GET', `/api/agents/releases/${id}/manifest`)).json).anchor

/** Lets so much time pass that every job that waits is run. */
async function wait(svc: TestServer): Promise<void> {
  svc.tick(later)
  await svc.ctx.jobs.idle()
}

test('a calendar is asked to attest the log, and asked again until Bitcoin has it; then the anchor is confirmed', async () => {
  await using calendar = startCalendar()
  await using svc = await startServer({ env: { OPENTIMESTAMPS_CALENDARS: calendar.url } })
  const { nova, dawn, kettle } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  expect(calendar.asked.length).toBe(0)
  await wait(svc)
  expect([calendar.asked.length, await anchorOf(svc, id)]).toMatchObject([1, { status: 'ANCHORED' }])
  await wait(svc)
  expect([await anchorOf(svc, id), calendar.askedAgain > 0]).toMatchObject([{ status: 'ANCHORED' }, true])
  calendar.attest(858_000)
  await wait(svc)
  const anchor = await anchorOf(svc, id)
  const size = anchor.log.treeSize
  const at = `/log/timestamp/1-${size}`
  const timestamp = { blockHeight: 858_000, checkpoint: `${at}.txt`, proof: `${at}.ots` }
  expect(anchor).toMatchObject({ status: 'CONFIRMED', timestamp })
  const note = await (await svc.fetch(timestamp.checkpoint)).text()
  expect(note.split('\n')[1]).toBe(String(size))
  const proof = await svc.fetch(timestamp.proof)
  expect(proof.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const { digest, paths } = readOtsFile(await proof.bytes())
  expect(Buffer.from(digest).equals(Buffer.from(sha256(Buffer.from(note))))).toBe(true)
  expect(paths.map(({ blockHeight, result }) => [blockHeight, result.length])).toEqual([[858_000, 32]])

  // A version published afterwards waits for an attestation of its own; the first one stays as it
  // is.
  const second = await publishedRelease(svc, nova, [kettle.id])
  await wait(svc)
  expect(await anchorOf(svc, second)).toMatchObject({ status: 'ANCHORED' })
  expect(await anchorOf(svc, id)).toEqual(anchor)
  const { checks } = await allChecks(siteOf(svc), id)
  expect(checks.map(({ name, result }) => [name, result]).slice(3)).toEqual([
    ['log', 'holds'],
    ['witness', 'said'],
  ])
  expect(checks.at(-1)?.text).toContain('Bitcoin block 858000')
  for (const [end, alter] of [
    // Where the digest begins, after the header of 33 bytes.
    ['.ots', (hex: string) => `${hex.slice(0, 66)}0000${hex.slice(70)}`],
    ['.txt', (text: string) => text.replace('\n\n', '\n!\n')],
    ['/manifest', (text: string) => text.replace('"blockHeight":858000', '"blockHeight":858001')],
  ] as const) {
    const altered = siteOf(svc, (text, path) => (path.endsWith(end) ? alter(text) : text))
    const { checks: found } = await allChecks(altered, id)
    expect([end, found.find(({ name }) => name === 'witness')?.result]).toEqual([end, 'fails'])
  }
  for (const none of ['1-99999.ots', '2-4.ots', '1-4.png', 'x', '1-04.ots']) {
    expect([none, (await svc.fetch(`/log/timestamp/${none}`)).status]).toEqual([none, 404])
  }
  expect((await svc.call('GET', `/@nova/releases/${id}`)).text).toContain(
    'OpenTimestamps names a Bitcoin block that attests it.',
  )
})

test('without calendars nobody is asked; one that answers nonsense, nothing or too much changes nothing', async () => {
  await using calendar = startCalendar()
  {
    await using svc = await startServer()
    const { nova, dawn } = await world(svc)
    await publishedRelease(svc, nova, [dawn.id])
    await wait(svc)
    expect(calendar.asked).toEqual([])
  }
  await using svc = await startServer({ env: { OPENTIMESTAMPS_CALENDARS: calendar.url } })
  const { nova, dawn } = await world(svc)
  const nonsense = [
    () => new Response('sorry', { status: 500 }),
    () => Response.redirect('http://127.0.0.1:9/'),
    () => new Response(new Uint8Array([0xf0, 0x05, 1])),
    () => new Response(new Uint8Array(100_000)),
    () => new Response(''),
  ]
  calendar.answer = () => nonsense.shift()?.()
  const id = await publishedRelease(svc, nova, [dawn.id])
  for (let times = 0; times < 12 && calendar.asked.length === 0; times += 1) {
    expect(await anchorOf(svc, id)).toMatchObject({ status: 'ANCHORED' })
    svc.tick(2 * 3_600_000)
    await svc.ctx.jobs.idle()
  }
  expect([nonsense.length, calendar.asked.length]).toEqual([0, 1])
})

test('timestamps with branches are read, and what is no timestamp is refused', () => {
  const message = new Uint8Array(32).fill(7)
  const bitcoin = Buffer.from('000588960d73d7190103d0af34', 'hex')
  const pending = Buffer.from('0083dfe30d2ef90c8e0302' + '0161', 'hex')
  const both = Buffer.concat([Buffer.of(0xff), pending, Buffer.of(0xf1, 1, 0xaa, 0x08), bitcoin])
  const paths = readPaths(both, message)
  expect(paths.map(({ blockHeight }) => blockHeight)).toEqual([null, 858_064])
  const made = sha256(Uint8Array.of(0xaa), message)
  expect(Buffer.from(paths[1]?.result ?? []).equals(Buffer.from(made))).toBe(true)
  expect(readOtsFile(otsFile(message, both)).paths.length).toBe(2)
  for (const wrong of ['', '00', 'f0ff', '67', `${'ff'.repeat(600)}00`, '08'.repeat(600)]) {
    expect(() => readPaths(Buffer.from(wrong, 'hex'), message)).toThrow(RangeError)
  }
  expect(() => readOtsFile(message)).toThrow('no OpenTimestamps proof')
})

test('published examples of OpenTimestamps are read to the root of the Bitcoin block that they name', async () => {
  const read = async (name: string) => readOtsFile(await Bun.file(inTree('test/fixtures/opentimestamps', name)).bytes())
  const { digest, paths } = await read('hello-world.txt.ots')
  expect(digest).toEqual(sha256(Buffer.from('Hello World!\n')))
  const roots = paths.map(({ blockHeight, result }) => [blockHeight, Buffer.from(result).toString('hex')])
  expect(roots).toEqual([[358_391, '007ee445d23ad061af4a36b809501fab1ac4f2d7e7a739817dd0cbb7ec661b8a']])
  expect((await read('two-calendars.txt.ots')).paths.map(({ blockHeight }) => blockHeight)).toEqual([null, null])
})
