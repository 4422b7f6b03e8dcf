import { say } from '../language/say.ts'
import { summariseDisclosure } from '../music/disclosure.ts'
import { Altered, Unreadable } from './check.ts'
import { type History, underWayMs } from './check-history.ts'
import { checkProof, type SiteKeys } from './check-signature.ts'
import { type Fields, listOf, objectOf, textOf, wholeOf } from './fields.ts'
import type { ProvenHead } from './read-proofs.ts'
import type { SignedManifest } from './signed-manifest.ts'
import { canonicalHash, readJson } from './strict-json.ts'
import type { Site } from './verify-release.ts'

/** The answers of a site about a release, besides its manifest and its events. */
type Answers = { readonly dna: string; readonly lineage: string; readonly dossier: string }

/** Throws Unreadable. */
export async function readAnswers(site: Site, releaseId: string): Promise<Answers> {
  const base = `/api/agents/releases/${releaseId}`
  const [dna, lineage, dossier] = await Promise.all([
    site.text(`${base}/dna`),
    site.text(`${base}/lineage`),
    site.text(`/api/releases/${releaseId}/dossier`),
  ])
  return { dna, lineage, dossier }
}

/** A proven release. */
type Proven = { readonly signed: SignedManifest; readonly history: History; readonly head: ProvenHead }

/**
 * Checks that the site has signed what it answers of a release, and that this is what its manifest
 * and its events say: they have to be read after the answers. Returns the finding; throws Altered,
 * and Unreadable for an answer from before a change of some minutes ago, which caches may give.
 */
export async function checkAnswers(answers: Answers, proven: Proven, keys: SiteKeys): Promise<string> {
  const facts = factsOf(proven)
  await checkAnswer(answers.dna, 'DNA', proven, keys, (dna) => compareDna(dna, facts, proven))
  await checkAnswer(answers.lineage, 'lineage', proven, keys, (lineage) => {
    refuseOther(lineage.releaseId, proven.signed.releaseId, 'The lineage is that of another release.')
    compareLinks(lineage, facts)
  })
  await checkAnswer(answers.dossier, 'dossier', proven, keys, (dossier) => compareDossier(dossier, facts, proven))
  return say('DNA, lineage and dossier are signed, and say what the manifest and the events say.')
}

async function checkAnswer(
  text: string,
  name: string,
  { history, head }: Proven,
  keys: SiteKeys,
  compare: (said: Fields) => void,
): Promise<void> {
  const { proof, ...said } = objectOf(readJson(text, `The ${name}`), `The ${name}`)
  await checkProof(said, objectOf(proof, `The signature of the ${name}`), keys, name)
  try {
    compare(said)
  } catch (error) {
    const isYoung = (history.times.at(-1) ?? 0) > head.issuedAtMs - underWayMs
    if (!(error instanceof Altered) || !isYoung) throw error
    throw new Unreadable(say('This release was changed just now. Try again in some minutes.'))
  }
}

type Link = { readonly relation: string; readonly other: string | null; readonly isSource: boolean }

type Facts = {
  readonly decisions: ReadonlyMap<string, { readonly decision: string; readonly pricingState: string | null }>
  /** The links that were not removed, by their ids. */
  readonly links: ReadonlyMap<string, Link>
}

/** Returns what manifest and events say of a release now. */
function factsOf({ signed, history }: Proven): Facts {
  const decisions = new Map<string, { decision: string; pricingState: string | null }>()
  for (const [scope, said] of Object.entries(objectOf(signed.manifest.policies, 'The permissions'))) {
    const decision = textOf(said, 'A decision')
    decisions.set(scope, { decision, pricingState: unpriced[decision] ?? 'CONTACT_REQUIRED' })
  }
  const links = new Map<string, Link>()
  for (const { type, payload } of history.changes) {
    const said = objectOf(payload, 'What an event says')
    if (type === 'PERMISSION_CHANGED') {
      const decision = textOf(said.decision, 'A decision in an event')
      // Events from before it was written lack it.
      const pricingState = typeof said.pricingState === 'string' ? said.pricingState : null
      decisions.set(textOf(said.scope, 'A use in an event'), { decision, pricingState })
      continue
    }
    const id = textOf(said.linkId, 'A link in an event')
    const isSource = said.sourceReleaseId !== undefined
    const other = isSource ? said.sourceReleaseId : said.derivativeReleaseId
    const link = {
      relation: textOf(said.relation, 'A link'),
      other: typeof other === 'string' ? other : null,
      isSource,
    }
    if (type === 'DERIVATIVE_LINKED') links.set(id, link)
    else links.delete(id)
  }
  return { decisions, links }
}

/** How a license is got where its artist has never changed the decision, and so named no price. */
const unpriced: Readonly<Record<string, string>> = { ALLOW: 'NOT_REQUIRED', DENY: 'UNAVAILABLE' }

const mostListed = 100

function compareDna(dna: Fields, facts: Facts, { signed, history, head }: Proven): void {
  refuseOther(dna.releaseId, signed.releaseId, 'The DNA is that of another release.')
  compareVersion(dna, signed, 'DNA')
  for (const part of ['contributors', 'rightsScopes'])
    compareParts(dna[part], signed.manifest[part], `The ${part} in the DNA`)
  compareDecisions(dna.permissionPolicies, facts, 'DNA', true)
  const resources = ['download', 'stems'].map((scope) => {
    const decision = facts.decisions.get(scope)?.decision ?? null
    return { resource: scope, scope, decision }
  })
  compareParts(dna.agentAccessPolicies, resources, 'What agents get by the DNA')
  const places = head.pages.flatMap(({ indexes }) => indexes)
  const signings = history.signings.slice(-mostListed)
  const anchors = listOf(dna.anchors, 'The list of places in the log').map((each) =>
    objectOf(each, 'A place in the log'),
  )
  if (anchors.length !== signings.length) throw new Altered('The DNA has another number of versions than the history.')
  for (const [at, { log }] of anchors.entries()) {
    const place = places[(signings[at]?.sequence ?? 0) - 1]
    if (log === null || place === wholeOf(objectOf(log, 'A place in the log').index, 'A place in the log')) continue
    throw new Altered('The DNA has another place in the log for a version than the one that is proven.')
  }
  compareLinks(objectOf(dna.lineage, 'The lineage in the DNA'), facts)
}

function compareDossier(dossier: Fields, facts: Facts, { signed, head }: Proven): void {
  const { manifest, proof } = signed
  compareParts(dossier.release, manifest.release, 'The release in the dossier')
  compareParts(dossier.artist, manifest.artist, 'The artist in the dossier')
  compareVersion(dossier, signed, 'dossier')
  compareParts(dossier.signedBy, proof.verificationMethod, 'The key in the dossier')
  compareDecisions(dossier.permissions, facts, 'dossier', false)
  const areas = listOf(manifest.tracks, 'The list of tracks').map((each) =>
    objectOf(objectOf(each, 'A track').aiDisclosure, 'The part of AI in a track'),
  )
  compareParts(dossier.aiDisclosure, summariseDisclosure(areas), 'The part of AI in the dossier')
  compareParts(dossier.eventCount, head.eventCount, 'The number of events in the dossier')
  const { sources, derivatives } = objectOf(dossier.lineage, 'The lineage in the dossier')
  compareCount(wholeOf(sources, 'The number of sources'), facts, true)
  compareCount(wholeOf(derivatives, 'The number of derivatives'), facts, false)
}

function compareVersion({ canonicalVersion, canonicalHash: hash }: Fields, signed: SignedManifest, name: string): void {
  if (canonicalVersion !== signed.version || hash !== signed.canonicalHash)
    throw new Altered(`The ${name} is that of another version than the manifest.`)
}

function compareParts(said: Fields[string] | undefined, expected: Fields[string] | undefined, what: string): void {
  const hash = (value: Fields[string] | undefined) => canonicalHash(value ?? null, what)
  if (hash(said) !== hash(expected)) throw new Altered(`${what}: this is not what the manifest and the events say.`)
}

const refuseOther = (said: Fields[string] | undefined, expected: string, text: string): void => {
  if (said !== expected) throw new Altered(text)
}

function compareDecisions(
  list: Fields[string] | undefined,
  { decisions }: Facts,
  name: string,
  hasState: boolean,
): void {
  const told = listOf(list, `The permissions in the ${name}`).map((each) => objectOf(each, 'A permission'))
  if (new Set(told.map(({ scope }) => scope)).size !== decisions.size || told.length !== decisions.size)
    throw new Altered(`The ${name} does not have each of the ${decisions.size} permissions once.`)
  for (const { scope, decision, pricingState } of told) {
    const known = decisions.get(textOf(scope, 'The use in a permission'))
    const state = hasState ? (known?.pricingState ?? pricingState) : pricingState
    if (known?.decision === decision && state === pricingState) continue
    const [said, event] = known?.decision === decision ? [pricingState, state] : [decision, known?.decision]
    throw new Altered(`The ${name} says ${said} of ${scope}, and the history says ${event ?? 'nothing'}.`)
  }
}

/** A link to a release that is not public is left out, so fewer may be told than there are. */
function compareLinks({ sources, derivatives }: Fields, facts: Facts): void {
  for (const [list, isSource] of [
    [sources, true],
    [derivatives, false],
  ] as const) {
    const told = listOf(list, 'A list of the lineage').map((each) => objectOf(each, 'A link'))
    for (const { id, relation, release } of told) {
      const known = facts.links.get(textOf(id, 'The id of a link'))
      const other =
        release === undefined ? null : textOf(objectOf(release, 'The other release').id, 'The other release')
      if (known?.isSource === isSource && known.relation === relation && known.other === other) continue
      throw new Altered(`The lineage has the link ${id}, which the history does not have like that.`)
    }
    const ids = new Set(told.map(({ id }) => id))
    if (ids.size !== told.length) throw new Altered('The lineage has a link twice.')
    const elsewhere = [...facts.links].filter(([, link]) => link.isSource === isSource && link.other === null)
    const absent = told.length < mostListed && elsewhere.find(([id]) => !ids.has(id))
    if (absent) throw new Altered(`The link ${absent[0]} is missing in the lineage.`)
  }
}

function compareCount(said: number, { links }: Facts, isSource: boolean): void {
  const known = [...links.values()].filter((link) => link.isSource === isSource)
  const least = known.filter(({ other }) => other === null).length
  if (said >= least && said <= known.length) return
  throw new Altered(
    `The dossier counts ${said} ${isSource ? 'sources' : 'derivatives'}, and the history ${known.length}.`,
  )
}
