import { afterAll, beforeAll, expect, test } from 'bun:test'
import { inTransaction } from '../../db/commits.ts'
import { Altered } from '../../src/lib/verify/check.ts'
import { signingIn } from '../../src/lib/verify/check-history.ts'
import { readSigned } from '../../src/lib/verify/signed-manifest.ts'
import { readManifestOf } from '../../src/lib/verify/verify-release.ts'
import { appendEvent } from '../../src/release/provenance/append-event.ts'
import { replaceKey } from '../../src/release/signing/keys.ts'
import { foreignKey, foreignNote } from '../support/release/foreign-log.ts'
import { publish, publishedRelease } from '../support/release/release.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { type Alter, allChecks, siteOf } from '../support/site.ts'
import { addReadyTrack, type Person, world } from '../support/world.ts'

let svc: TestServer
let nova: Person
let id = ''
let firstHead = ''

/** One release of two versions with some history, in a log of more than one tile. */
beforeAll(async () => {
  svc = await startServer({ limiter: { take: () => 0 } })
  const cast = await world(svc)
  nova = cast.nova
  id = await publishedRelease(svc, nova, [cast.dawn.id])
  firstHead = await (await svc.fetch('/log/checkpoint')).text()
  inTransaction(svc.ctx.db, () => {
    for (let times = 0; times < 270; times += 1) {
      const [previousDecision, decision] = times % 2 === 0 ? (['DENY', 'ALLOW'] as const) : (['ALLOW', 'DENY'] as const)
      const payload = { scope: 'remix', previousDecision, decision }
      appendEvent(svc.ctx, id, { type: 'PERMISSION_CHANGED', actor: { kind: 'artist', handle: 'nova' }, payload })
    }
  })
  const body = { scope: 'remix', decision: 'ALLOW' }
  await svc.call('PATCH', `/api/internal/releases/${id}/permissions`, { cookie: nova.cookie, body })
  await publish(svc, nova, id)
})
afterAll(() => svc[Symbol.asyncDispose]())

/** The checks that fail when the answers about a release are altered. */
async function faults(alter: Alter, checkpoint?: string) {
  const { checks } = await allChecks(siteOf(svc, alter), id, checkpoint === undefined ? {} : { checkpoint })
  return checks.filter(({ result }) => result !== 'holds').map(({ name, result, text }) => `${name} ${result}: ${text}`)
}

test('a release that nobody altered is verified to the last step, with the head of the log that was seen before', async () => {
  const { checks, head } = await allChecks(siteOf(svc), id, { checkpoint: firstHead })
  expect(checks.map(({ name, result }) => [name, result])).toEqual(
    (['hash', 'signature', 'history', 'log', 'remembered', 'answers'] as const).map((name) => [name, 'holds']),
  )
  const words = checks.map(({ text }) => text)
  expect(words[0]).toMatch(/^The manifest is as it was published\. Its SHA-256 is [0-9a-f]{64}\.$/)
  expect(words[1]).toMatch(/^Signed by localhost:\d+ on \d+ \w+ \d{4}\.$/)
  expect(words[2]).toMatch(
    /^278 events, each naming the one before, and as many as localhost:\d+ has signed just now\.$/,
  )
  expect(words[3]).toMatch(
    /^All 278 events are among the 278 entries of the log localhost:\d+\/log; its signing is entry 277\.$/,
  )
  expect(words[4]).toBe('The log continues the one that was seen before: 4 entries then, 278 now.')
  expect(head?.size).toBe(278)
})

type Change = string | ((found: string) => string)
const replaced = (text: string, from: string | RegExp, to: Change) =>
  text.replace(from, typeof to === 'string' ? () => to : to)
const inManifest =
  (from: string | RegExp, to: Change): Alter =>
  (text, path) =>
    path.endsWith('/manifest') ? replaced(text, from, to) : text
const inHistory =
  (from: string | RegExp, to: Change): Alter =>
  (text, path) =>
    path.includes('/provenance') ? replaced(text, from, to) : text
/** Makes another digit of the last one found: one that is set may have been there before. */
const otherDigit = (found: string) => `${found.slice(0, -1)}${found.endsWith('0') ? '1' : '0'}`
const at =
  (end: string, change: (text: string) => string): Alter =>
  (text, path) =>
    path.endsWith(end) ? change(text) : text
const eventAt = (sequence: number) =>
  new RegExp(`,?\\{"actor":[^{}]*\\{?[^{}]*\\}?[^{}]*\\{[^{}]*\\}[^{}]*"sequence":${sequence},[^{}]*\\}`)

test.each<[string, Alter, string[]]>([
  [
    'a word of the manifest',
    inManifest('First Light', 'First Night'),
    ['hash fails: The manifest was altered: its hash is', 'signature fails: The signature does not', 'answers unknown'],
  ],
  [
    'the hash that is said',
    inManifest(/"canonicalHash":"./, otherDigit),
    ['hash fails', 'history fails: The history does not know of this version 2.', 'log unknown'],
  ],
  [
    'the proof value',
    inManifest(/"proofValue":"z..../, '"proofValue":"z1111'),
    ['signature fails: The signature does not fit'],
  ],
  [
    'a proof value that is none',
    inManifest(/"proofValue":"z/, '"proofValue":"0'),
    ['signature fails: The signature or its key cannot be read.'],
  ],
  [
    'when it was signed',
    inManifest(/"created":"\d{4}/, '"created":"2020'),
    ['signature fails: The signature does not fit'],
  ],
  [
    'a key twice',
    inManifest('"title":"First Light"', '"title":"x","title":"First Light"'),
    ['throws: The manifest has the key "title" twice.'],
  ],
  ['no signature', inManifest(/"signature":\{[^}]*\}/, '"signature":null'), ['throws: The signature is missing.']],
  [
    'a number that is not whole',
    inManifest('"version":2', '"version":2.5'),
    [
      'hash fails: The manifest cannot be signed: 2.5 is not a whole number',
      'signature fails: The manifest cannot be signed',
    ],
  ],
  [
    'another release',
    inManifest(/^\{"releaseId":"../, '{"releaseId":"ff'),
    ['throws: The answer is about another release.'],
  ],
  [
    'the keys of another site',
    at('did.json', (text) => text.replaceAll('localhost', 'other')),
    ['signature fails: It was signed as localhost:', 'history fails: It was signed as localhost:', 'log unknown'],
  ],
  [
    'a name that is none',
    at('did.json', (text) => text.replaceAll('did:web:', 'did:web:%zz')),
    ['signature unknown: This cannot be checked: URIError', 'history unknown', 'log unknown'],
  ],
  [
    'the key left out',
    at('did.json', (text) => text.replace(/"publicKeyMultibase":"z6Mk/, '"publicKeyMultibase":"z6Mj')),
    ['signature fails: It was signed with a key that is not one of', 'history fails: It was signed', 'log unknown'],
  ],
  [
    'a key that was replaced before',
    at('did.json', (text) =>
      text.replace('"publicKeyMultibase"', '"expires":"2001-01-01T00:00:00.000Z","publicKeyMultibase"'),
    ),
    ['signature fails: It was signed with a key of localhost', 'history fails: It was signed with', 'log unknown'],
  ],
  [
    'a word of event 3',
    inHistory(/"releaseVersionId":"../, '"releaseVersionId":"zz'),
    ['history fails: Event 2 was altered: it does not have its hash.', 'log unknown'],
  ],
  ['event 5 left out', inHistory(eventAt(5), ''), ['history fails: Event 5 is not in its place.', 'log unknown']],
  [
    'the end left out',
    inHistory(eventAt(278), ''),
    ['history fails: The history does not end with the event that it says', 'log unknown'],
  ],
  [
    'the head of the history',
    inHistory(/"head":"./, otherDigit),
    ['history fails: The history does not end', 'log unknown'],
  ],
  [
    'the place in the log',
    inManifest('"index":276', '"index":275'),
    ['log fails: The proof does not lead to the head of the log'],
  ],
  [
    'the proof of the log',
    inManifest(/"inclusionProof":\["./, otherDigit),
    ['log fails: The proof does not lead to the head of the log'],
  ],
  ['the root that the proof leads to', inManifest(/"rootHash":"./, otherDigit), ['log fails: The proof does not lead']],
  [
    'the head of the log',
    at('/log/checkpoint', (text) => text.replace('\n278\n', '\n279\n')),
    ['log fails: The head of the log is not signed by the log: it was altered.'],
  ],
  [
    'the log for one of somebody else, with its key',
    (text, path) => (path === '/log/vkey' ? foreignKey(text) : path === '/log/checkpoint' ? foreignNote(text) : text),
    ['log fails: The head of the log is not signed by the log: it was altered.'],
  ],
  ['a log that is no text', at('/log/checkpoint', () => 'sorry'), ['log fails: The head of the log is no checkpoint.']],
])('altered: %s, is found and named', async (_, alter, expected) => {
  const found = await faults(alter).catch((error) => {
    if (error instanceof Altered) return [`throws: ${error.message}`]
    throw error
  })
  expect(found).toEqual(expected.map((start) => expect.stringContaining(start)))
})

test('a log that was changed or shortened after it was seen is named by whoever remembers its head', async () => {
  const tiles: Alter = (hex, path) => (path.includes('/tile/0/') ? hex.replace(/^./, otherDigit) : hex)
  expect(await faults(tiles, firstHead)).toEqual([
    expect.stringContaining(
      'remembered fails: The log does not continue the one that was seen before: its first 4 entries are others',
    ),
  ])
  const newHead = await (await svc.fetch('/log/checkpoint')).text()
  const older = at('/log/checkpoint', () => firstHead)
  expect(await faults(older, newHead)).toEqual([
    expect.stringContaining(
      'log fails: The head of the log that the proof leads to is not one that the log has signed.',
    ),
    expect.stringContaining(
      'remembered fails: The log does not continue the one that was seen before: it had 278 entries and has 4.',
    ),
  ])
  expect(await faults((text) => text, foreignNote(firstHead))).toEqual([
    'remembered fails: The head of the log that was kept is not signed by the log: it was altered.',
  ])
})

test('documents signed before the key was replaced stay verified, also against keys that were kept', async () => {
  const keys = await (await svc.fetch('/.well-known/did.json')).text()
  svc.tick(1_000)
  replaceKey(svc.ctx, 'manifest')
  expect(await faults((text) => text)).toEqual([])
  // The site signs now by a key that those who kept the old ones cannot know.
  const { checks } = await allChecks(siteOf(svc), id, { keys })
  expect(checks.map(({ result }) => result)).toEqual(['holds', 'holds', 'unknown', 'unknown'])
  expect(checks[2]?.text).toContain('with a key that is not among those that were kept')
  const now = await (await svc.fetch('/.well-known/did.json')).text()
  const renewed = await allChecks(siteOf(svc), id, { keys: now })
  expect(renewed.checks.every(({ result }) => result === 'holds')).toBe(true)
})

test('a log whose key is not among those that were kept is not taken for the site’s, whatever signs it', async () => {
  const keys = await (await svc.fetch('/.well-known/did.json')).text()
  const { service, ...rest } = Object(JSON.parse(keys))
  const verifierKeys = [foreignKey(firstHead)]
  const kept = JSON.stringify({ ...rest, service: [{ ...service[0], verifierKeys }] })
  const { checks, head } = await allChecks(siteOf(svc), id, { keys: kept })
  expect(head).toBeUndefined()
  expect(checks.map(({ result }) => result)).toEqual(['holds', 'holds', 'holds', 'unknown', 'holds'])
  expect(checks[3]?.text).toContain('its log now with a key that is not among those that were kept')
  const older = siteOf(svc, (text, path) => (path.endsWith('did.json') ? kept : text))
  expect((await allChecks(older, id)).checks[3]).toMatchObject({ result: 'unknown' })
  // Kept before the log had an entry: the signed head of the history names its keys.
  const before = JSON.stringify(rest)
  expect((await allChecks(siteOf(svc), id, { keys: before })).checks.every(({ result }) => result === 'holds')).toBe(
    true,
  )
})

test('a history goes on in its order after the clock was set back', async () => {
  svc.setClock(-3_600_000)
  const body = { scope: 'remix', decision: 'DENY' }
  await svc.call('PATCH', `/api/internal/releases/${id}/permissions`, { cookie: nova.cookie, body })
  await svc.ctx.jobs.idle()
  svc.setClock(3_600_000)
  expect(await faults((text) => text)).toEqual([])
})

test('a version that is left out between two is missed by the one that names it', async () => {
  const signed = readSigned(await (await svc.fetch(`/api/agents/releases/${id}/manifest`)).text())
  const key = String(signed.proof.verificationMethod)
  const { versionId, version } = signed
  const said = { sequence: 3, occurredAtMs: 0, key, versionId, version }
  const signings = ['first', 'second', 'third'].map((hash) => ({ ...said, hash, eventHash: hash }))
  const third = { ...signed, canonicalHash: 'third', manifest: { ...signed.manifest, previousVersionHash: 'second' } }
  expect(signingIn({ signings }, third)).toEqual({ ...said, hash: 'third', eventHash: 'third' })
  const without = signings.filter(({ hash }) => hash !== 'second')
  expect(() => signingIn({ signings: without }, third)).toThrow('The version before is not the one')
})

test('keys of another address, and a manifest without its signature, are refused with what to do instead', async () => {
  const elsewhere = await allChecks({ ...siteOf(svc), host: 'music.example' }, id)
  expect(elsewhere.checks[1]?.text).toMatch(/^The keys are those of localhost:\d+, not of music\.example\.$/)
  const raw = await (await svc.fetch(`/api/agents/releases/${id}/manifest?format=raw`)).text()
  expect(() => readSigned(raw)).toThrow('without its signature: save the answer without "format=raw"')
  expect(() => readSigned('<html>')).toThrow('The manifest is no JSON.')
  expect(() => readSigned('[]')).toThrow('The manifest is missing.')
})

test('the manifest of another release of the same site is not taken for this one', async () => {
  const { id: song } = await addReadyTrack(svc.ctx, nova.cassetId, 'Kites', { position: 3 })
  const other = await publishedRelease(svc, nova, [song], { title: 'Second Light' })
  const theirs = await (await svc.fetch(`/api/agents/releases/${other}/manifest`)).text()
  const site = siteOf(svc, (text, path) => (path.endsWith('/manifest') ? theirs : text))
  expect(await readManifestOf(site, id).catch((error) => error)).toEqual(
    new Altered('The answer is about another release.'),
  )
})
