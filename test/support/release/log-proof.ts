import { createHash, createPublicKey } from 'node:crypto'
import { verifyCheckpoint } from '@sigstore/verify/dist/tlog/checkpoint.js'
import { verifyMerkleInclusion } from '@sigstore/verify/dist/tlog/merkle.js'

/**
 * The facts that sigstore's verifier needs of our log: its name, and its key with the hash of both.
 */
function logOf(vkey: string) {
  // The key itself may have a plus in it.
  const [, name = '', key = ''] = /^([^+]+)\+[0-9a-f]{8}\+(.+)$/.exec(vkey) ?? []
  const bytes = Buffer.from(key, 'base64')
  const logID = createHash('sha256').update(`${name}\n`).update(bytes).digest()
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes.subarray(1)])
  return { baseURL: name, logID, publicKey: createPublicKey({ key: spki, format: 'der', type: 'spki' }) }
}

type Read = (path: string) => Promise<string>

/**
 * Proves with sigstore's verifier that the signing of a release's newest version is in the log of
 * the site that `read` reads from. Returns the checkpoint. Throws otherwise.
 */
export async function proveInclusion(read: Read, releaseId: string) {
  const at = (what: string) => read(`/api/agents/releases/${releaseId}/${what}`)
  const manifest = Object(JSON.parse(await at('manifest')))
  const provenance = Object(JSON.parse(await at('provenance')))
  const events: { eventHash: string; payload: { canonicalHash?: string } }[] = provenance.events
  const signed = events.find(({ payload }) => payload.canonicalHash === manifest.canonicalHash)
  const { index, treeSize, rootHash, inclusionProof } = manifest.anchor.log
  const logs = (await read('/log/vkey')).trimEnd().split('\n').map(logOf)
  const proof = {
    logIndex: String(index),
    hashes: inclusionProof.map((hash: string) => Buffer.from(hash, 'hex')),
    checkpoint: { envelope: await read('/log/checkpoint') },
  }
  const entry = { inclusionProof: proof, canonicalizedBody: Buffer.from(signed?.eventHash ?? '', 'hex') }
  const checkpoint = verifyCheckpoint(Object(entry), Object(logs))
  if (String(checkpoint.logSize) !== String(treeSize) || checkpoint.logHash.toString('hex') !== rootHash) {
    throw new Error('The manifest names another head of the log than the checkpoint.')
  }
  verifyMerkleInclusion(Object(entry), checkpoint)
  return checkpoint
}
