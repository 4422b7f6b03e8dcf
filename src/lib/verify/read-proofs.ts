import { ofHex } from './bytes.ts'
import { Altered } from './check.ts'
import { checkProof, type SiteKeys } from './check-signature.ts'
import { type Fields, listOf, objectOf, refuseOthers, textOf, timeOf, wholeOf } from './fields.ts'
import type { TreeHead } from './merkle-proof.ts'
import { type NamedWitness, readWitnesses } from './named-witness.ts'
import { readJson } from './strict-json.ts'

/** A site's proof that consecutive events of a release are in the log. */
export type ProofPage = {
  readonly tree: (TreeHead & { readonly origin: string }) | null
  /** The keys of the log, which the site has signed too. */
  readonly logKeys: readonly string[]
  /** The witnesses of the log, which the site has signed too. */
  readonly witnesses: readonly NamedWitness[]
  readonly indexes: readonly number[]
  readonly proof: readonly Uint8Array[]
}

/** The number of events and the newest one's hash, freshly signed by the site. */
export type ProvenHead = {
  readonly eventCount: number
  readonly head: string
  readonly issuedAtMs: number
  readonly host: string
  readonly pages: readonly ProofPage[]
}

type ProofRequest = {
  readonly releaseId: string
  readonly keys: SiteKeys
  readonly nonce: string
  /** Returns the page that begins after a cursor, as JSON text. */
  read(cursor: string | null): Promise<string>
}

/**
 * Reads the proofs of a release's events. The site signs the nonce with each page, so that no
 * answer is an old one. Throws Altered for anything that it has not signed.
 */
export async function readProofs({ releaseId, keys, nonce, read }: ProofRequest): Promise<ProvenHead> {
  const pages: ProofPage[] = []
  for (let cursor: string | null = null; ; ) {
    const answer = objectOf(readJson(await read(cursor), 'The proof of the history'), 'The proof of the history')
    refuseOthers(answer, ['head', 'logIndexes', 'inclusionProof', 'nextCursor'], 'The proof of the history')
    const { proof, ...said } = objectOf(answer.head, 'The signed head of the history')
    const { host } = await checkProof(said, objectOf(proof, 'The signature of the head'), keys, 'head of the history')
    if (said.schema !== 'tapedeck.history-head.v1') throw new Altered('The head of the history is of another kind.')
    if (said.releaseId !== releaseId) throw new Altered('The head of the history is that of another release.')
    if (said.nonce !== nonce) throw new Altered('The head of the history is an old answer: it was not signed just now.')
    const indexes = listOf(answer.logIndexes, 'The places in the log').map((index) =>
      wholeOf(index, 'A place in the log'),
    )
    const hashes = listOf(answer.inclusionProof, 'The proof of the log').map((hash) => ofHex(textOf(hash, 'A hash')))
    pages.push({
      tree: treeOf(said.log),
      logKeys: logKeysOf(said.log),
      witnesses: witnessesOf(said.log),
      indexes,
      proof: hashes,
    })
    cursor = answer.nextCursor === null ? null : textOf(answer.nextCursor, 'The next page of the proof')
    if (cursor !== null && indexes.length > 0) continue
    return {
      eventCount: wholeOf(said.eventCount, 'The number of events'),
      head: textOf(said.head, 'The hash of the newest event'),
      issuedAtMs: timeOf(said.issuedAt, 'The time of the head'),
      host,
      pages,
    }
  }
}

/** Returns the keys of the log that a signed head names. */
export function logKeysOf(log: Fields[string] | undefined): string[] {
  if (log === null) return []
  const { verifierKeys } = objectOf(log, 'The head of the log')
  return listOf(verifierKeys, 'The keys of the log').map((each) => textOf(each, 'A key of the log'))
}

const witnessesOf = (log: Fields[string] | undefined): NamedWitness[] =>
  log === null ? [] : readWitnesses(objectOf(log, 'The head of the log'))

/** Returns the tree that a signed head names; null while nothing is in the log. */
export function treeOf(log: Fields[string] | undefined): ProofPage['tree'] {
  if (log === null) return null
  const { origin, treeSize, rootHash } = objectOf(log, 'The head of the log')
  return {
    origin: textOf(origin, 'The name of the log'),
    size: wholeOf(treeSize, 'The size of the log'),
    root: ofHex(textOf(rootHash, 'The head of the log')),
  }
}
