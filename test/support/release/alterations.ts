import { canonicalize } from 'json-canonicalize'
import { foreignKey, foreignNote } from './foreign-log.ts'

/**
 * The step between a site and the verifier: the answer of a path, and what it becomes; `recorded`
 * has earlier ones.
 */
export type Alteration = readonly [what: string, alter: (text: string, path: string, recorded: Recorded) => string]

/** Answers of the site as they once were. */
export type Recorded = { readonly manifest: string; readonly checkpoint: string; readonly proof: string }

const sha256 = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')

type Step = Alteration[1]
const both =
  (...steps: Step[]): Step =>
  (text, path, recorded) =>
    steps.reduce((now, step) => step(now, path, recorded), text)
const on =
  (which: RegExp, change: (text: string, recorded: Recorded) => string): Step =>
  (text, path, recorded) =>
    which.test(path) ? change(text, recorded) : text
const json = (which: RegExp, change: (answer: ReturnType<typeof JSON.parse>) => void): Step =>
  on(which, (text) => {
    const answer = JSON.parse(text)
    change(answer)
    return JSON.stringify(answer)
  })

const manifest = /\/manifest$/
const events = /\/provenance\?/
const proof = /\/provenance\/proof/
const keys = /did\.json$/
const note = /\/log\/checkpoint$/
const vkey = /\/log\/vkey$/

type Event = ReturnType<typeof JSON.parse>

/** Gives events anew what makes them a chain: their places, the hashes before, and their own. */
function chain(list: Event[], from = 0): Event[] {
  for (const [at, event] of list.entries()) {
    if (at < from) continue
    event.sequence = at + 1
    event.previousEventHash = list[at - 1]?.eventHash ?? null
    const { eventHash: _, ...hashed } = event
    event.eventHash = sha256(canonicalize(hashed))
  }
  return list
}

/** Changes the history and makes it a chain again, whose head is said rightly. */
const forged = (change: (list: Event[]) => Event[]): Step =>
  json(events, (page) => {
    page.events = chain(change(page.events))
    page.head = page.events.at(-1)?.eventHash ?? page.head
  })
const ofType = (list: Event[], type: string) => list.findLast((event) => event.type === type)
const forgedIn = (type: string, change: (payload: Event) => void): Step =>
  forged((list) => {
    change(ofType(list, type).payload)
    return list
  })
const forgedLast = (change: (event: Event) => void): Step =>
  forged((list) => {
    change(list.at(-1))
    return list
  })
const ofHead = (change: (head: Event) => void): Step => json(proof, (answer) => change(answer.head))
const cut = (end: number): Step =>
  json(events, (page) => {
    page.events = page.events.slice(0, end)
    page.head = page.events.at(-1)?.eventHash ?? page.head
  })
const otherDigit = (hex: string) => `${hex.slice(0, -1)}${hex.endsWith('0') ? '1' : '0'}`
const license = (scopes: string[]) => ({
  type: 'LICENSE_GRANTED',
  occurredAt: '2099-01-01T00:00:00.000Z',
  actor: { kind: 'agent' },
  payload: { licenseId: 'invented', scopes, expiresAt: '2099-12-31T00:00:00.000Z' },
})

/**
 * The changes that a site, or somebody before it, may make to the answers of a release: each of
 * them has to be found.
 */
export const alterations: readonly Alteration[] = [
  // The four that were once verified without a word.
  ['the last event is left out, and the head is the one before', cut(-1)],
  ['a license is invented and chained', forged((list) => [...list, license(['ai-training', 'sync'])])],
  ['a license names more scopes and is chained anew', forgedIn('LICENSE_GRANTED', (it) => it.scopes.push('sync'))],
  [
    'the newest decision is another, and all is chained anew',
    forgedIn('PERMISSION_CHANGED', (it) => (it.decision = 'ALLOW')),
  ],

  ['the last two events are left out', cut(-2)],
  ['all events but the first are left out', cut(1)],
  ['all events are left out', json(events, (page) => (page.events = []))],
  ['the last two change places', forged((list) => [...list.slice(0, -2), ...list.slice(-2).reverse()])],
  ['an event in the middle is left out and chained', forged((list) => list.toSpliced(3, 1))],
  ['an event is put in the middle and chained', forged((list) => list.toSpliced(4, 0, { ...list[3] }))],
  ['the last event is there twice', forged((list) => [...list, { ...list.at(-1) }])],
  ['the first event says more and all is chained', forgedIn('RELEASE_CREATED', (it) => (it.note = 'ours'))],
  ['the last event happened at another time', forgedLast((event) => (event.occurredAt = '2098-01-01T00:00:00.000Z'))],
  ['the last event is by somebody else', forgedLast((event) => (event.actor = { kind: 'artist', handle: 'ada' }))],
  ['the last event is of another kind', forgedLast((event) => (event.type = 'CONTRIBUTOR_CHANGED'))],
  ['a license lasts longer', forgedIn('LICENSE_GRANTED', (it) => (it.expiresAt = '2099-01-01T00:00:00.000Z'))],
  ['a license is of another version', forgedIn('LICENSE_GRANTED', (it) => (it.releaseVersionId = 'other'))],
  ['a license was never granted', forged((list) => list.filter(({ type }) => type !== 'LICENSE_GRANTED'))],
  [
    'the hash of the signed manifest is another',
    forgedIn('MANIFEST_SIGNED', (it) => (it.canonicalHash = 'f'.repeat(64))),
  ],
  ['the key of the signing is another', forgedIn('MANIFEST_SIGNED', (it) => (it.verificationMethod += 'x'))],
  ['the version that was signed is another', forgedIn('MANIFEST_SIGNED', (it) => (it.releaseVersionId = 'other'))],
  ['the number of the version is another', forgedIn('MANIFEST_SIGNED', (it) => (it.canonicalVersion = 9))],
  ['the anchor names another root', forgedIn('ANCHORED', (it) => (it.rootHash = 'f'.repeat(64)))],
  ['an event has a place that is not its own', json(events, (page) => (page.events[2].sequence = 9))],
  ['an event has another hash', json(events, (page) => (page.events[2].eventHash = 'f'.repeat(64)))],
  ['an event names no event before', json(events, (page) => (page.events[2].previousEventHash = null))],
  ['an event has a field more', json(events, (page) => (page.events[2].note = 'ours'))],
  ['an event has its time in words', forgedLast((event) => (event.occurredAt = 'tomorrow'))],
  ['the head is another', json(events, (page) => (page.head = otherDigit(page.head)))],
  ['the next page begins elsewhere', json(events, (page) => (page.nextCursor = '2'))],
  ['the history has a field more', json(events, (page) => (page.licensed = true))],
  ['the history says that it is another release’s', json(events, (page) => (page.releaseId = 'other'))],
  ['an event has a key twice', on(events, (text) => text.replace('"sequence":2', '"sequence":9,"sequence":2'))],

  [
    'the signed number of events is smaller',
    both(
      cut(-1),
      ofHead((head) => (head.eventCount -= 1)),
    ),
  ],
  ['the signed number of events is larger', ofHead((head) => (head.eventCount += 1))],
  ['the signed head is another', ofHead((head) => (head.head = otherDigit(head.head)))],
  ['the head has another nonce', ofHead((head) => (head.nonce = 'other'))],
  ['the head has no nonce', ofHead((head) => (head.nonce = null))],
  ['the head was signed at another time', ofHead((head) => (head.issuedAt = '2020-01-01T00:00:00.000Z'))],
  ['the head is that of another release', ofHead((head) => (head.releaseId = 'other'))],
  ['the head is of another kind', ofHead((head) => (head.schema = 'other'))],
  ['the head names a smaller log', ofHead((head) => (head.log.treeSize -= 1))],
  ['the head names another root', ofHead((head) => (head.log.rootHash = otherDigit(head.log.rootHash)))],
  ['the head names no log', ofHead((head) => (head.log = null))],
  [
    'the head has another signature',
    ofHead((head) => (head.proof.proofValue = head.proof.proofValue.replace(/.$/, '1z'))),
  ],
  ['the head is signed for something else', ofHead((head) => (head.proof.proofPurpose = 'authentication'))],
  ['the head has no signature', ofHead((head) => delete head.proof)],
  [
    'an old head comes with the history of its time',
    both(
      cut(4),
      on(proof, (_, { proof: old }) => old),
    ),
  ],
  [
    'the last event has another place in the log',
    json(proof, (answer) => (answer.logIndexes[answer.logIndexes.length - 1] += 1)),
  ],
  ['two events change places in the log', json(proof, (answer) => answer.logIndexes.reverse())],
  ['an event has no place in the log', json(proof, (answer) => answer.logIndexes.pop())],
  ['an event has one place too many', json(proof, (answer) => answer.logIndexes.push(0))],
  ['the proof of the log has another hash', json(proof, (answer) => (answer.inclusionProof[0] = 'f'.repeat(64)))],
  ['the proof of the log has one hash less', json(proof, (answer) => answer.inclusionProof.pop())],
  ['the proof of the log has one hash more', json(proof, (answer) => answer.inclusionProof.push('f'.repeat(64)))],
  ['the proof has a field more', json(proof, (answer) => (answer.licensed = true))],

  ['a title is another', json(manifest, ({ manifest }) => (manifest.release.title = 'Other'))],
  [
    'a hash of a file is another',
    json(manifest, ({ manifest }) => (manifest.tracks[0].renditions[0].sha256 = 'f'.repeat(64))),
  ],
  ['a decision is another', json(manifest, ({ manifest }) => (manifest.policies.sync = 'ALLOW'))],
  [
    'a contributor is added',
    json(manifest, ({ manifest }) => manifest.contributors.push({ name: 'X', role: 'singer' })),
  ],
  ['the id of the version is another', json(manifest, (answer) => (answer.releaseVersionId = 'other'))],
  ['the number of the version is another', json(manifest, (answer) => (answer.canonicalVersion = 7))],
  [
    'the hash of the manifest is another',
    json(manifest, (answer) => (answer.canonicalHash = otherDigit(answer.canonicalHash))),
  ],
  ['the answer has a field more', json(manifest, (answer) => (answer.licensedTo = 'X'))],
  ['the version before is served as the newest', on(manifest, (_, { manifest: old }) => old)],
  ['the anchor says that a witness confirmed it', json(manifest, ({ anchor }) => (anchor.status = 'CONFIRMED'))],
  ['the anchor has a status of its own', json(manifest, ({ anchor }) => (anchor.status = 'VERIFIED'))],
  ['the anchor has a field more', json(manifest, ({ anchor }) => (anchor.note = 'ours'))],
  ['the anchor has another place', json(manifest, ({ anchor }) => (anchor.log.index -= 1))],
  ['the anchor has another size', json(manifest, ({ anchor }) => (anchor.log.treeSize -= 1))],
  [
    'the anchor has another root',
    json(manifest, ({ anchor }) => (anchor.log.rootHash = otherDigit(anchor.log.rootHash))),
  ],
  ['the anchor has another proof', json(manifest, ({ anchor }) => (anchor.log.inclusionProof[0] = 'f'.repeat(64)))],
  [
    'the signature is made for something else',
    json(manifest, ({ signature }) => (signature.proofPurpose = 'authentication')),
  ],
  ['the signature is of another suite', json(manifest, ({ signature }) => (signature.cryptosuite = 'eddsa-rdfc-2022'))],
  ['the signature has a field more', json(manifest, ({ signature }) => (signature.domain = 'other.example'))],
  [
    'the signature is of another day',
    json(manifest, ({ signature }) => (signature.created = '2020-01-01T00:00:00.000Z')),
  ],
  ['the signature has its time in words', json(manifest, ({ signature }) => (signature.created = 'today'))],
  [
    'the signature is another',
    json(manifest, ({ signature }) => (signature.proofValue = signature.proofValue.replace(/.$/, '1z'))),
  ],
  ['there is no signature', json(manifest, (answer) => delete answer.signature)],

  ['a track is added', json(manifest, ({ manifest }) => manifest.tracks.push({ ...manifest.tracks[0], id: 'other' }))],
  ['a track has an ISRC', json(manifest, ({ manifest }) => (manifest.tracks[0].isrc = 'USRC17607839'))],
  ['a track was made without AI', json(manifest, ({ manifest }) => (manifest.tracks[0].aiDisclosure.vocals = 'NONE'))],
  ['the artist is another', json(manifest, ({ manifest }) => (manifest.artist.handle = 'ada'))],
  [
    'a right is somebody else’s',
    json(manifest, ({ manifest }) => (manifest.rightsScopes = [{ right: 'all', territory: 'WORLD', holder: 'X' }])),
  ],
  ['the version before is another', json(manifest, ({ manifest }) => (manifest.previousVersionHash = 'f'.repeat(64)))],
  ['it was issued on another day', json(manifest, ({ manifest }) => (manifest.issuedAt = '2020-01-01T00:00:00.000Z'))],
  ['a license has another price', forgedIn('LICENSE_GRANTED', (it) => (it.price = { amount: 1, currency: 'usd' }))],
  ['a license has another certificate', forgedIn('LICENSE_GRANTED', (it) => (it.credentialHash = 'f'.repeat(64)))],
  ['a permission has other terms', forgedIn('PERMISSION_CHANGED', (it) => (it.termsHash = 'f'.repeat(64)))],
  [
    'a permission has another price',
    forgedIn('PERMISSION_CHANGED', (it) => (it.price = { amount: 1, currency: 'usd' })),
  ],

  ['no key states anything', json(keys, (did) => (did.assertionMethod = []))],
  [
    'the keys only sign in',
    json(keys, (did) => ([did.authentication, did.assertionMethod] = [did.assertionMethod, []])),
  ],
  ['the key is controlled by somebody else', json(keys, (did) => (did.verificationMethod[0].controller = 'did:web:x'))],
  ['the key is of another kind', json(keys, (did) => (did.verificationMethod[0].type = 'JsonWebKey'))],
  ['the key is another', json(keys, (did) => (did.verificationMethod[0].publicKeyMultibase += '1'))],
  ['the key had ended', json(keys, (did) => (did.verificationMethod[0].expires = '2001-01-01T00:00:00.000Z'))],
  ['the key ends at no time', json(keys, (did) => (did.verificationMethod[0].expires = 'soon'))],
  ['there is no key', json(keys, (did) => (did.verificationMethod = []))],

  ['the log has another size', on(note, (text) => text.replace(/\n\d+\n/, '\n99\n'))],
  ['the log has another name', on(note, (text) => text.replaceAll('/log', '/logs'))],
  ['the log is not signed', on(note, (text) => text.replace(/— .*\n/, ''))],
  ['the log is an older one', on(note, (_, { checkpoint }) => checkpoint)],
  ['the log is somebody else’s, with its key', both(on(note, foreignNote), on(vkey, foreignKey))],
  ['the head names no keys of the log', ofHead((head) => (head.log.verifierKeys = []))],
]
