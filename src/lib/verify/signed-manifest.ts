import { say } from '../language/say.ts'
import { Altered } from './check.ts'
import { type Fields, listOf, objectOf, refuseOthers, textOf, wholeOf } from './fields.ts'
import { canonicalHash, readJson } from './strict-json.ts'

/** A manifest with its proofs, as `…/manifest` answers. */
export type SignedManifest = {
  readonly releaseId: string
  readonly versionId: string
  readonly version: number
  readonly manifest: Fields
  readonly canonicalHash: string
  readonly proof: Fields
  readonly anchor: Fields
}

const parts = ['releaseId', 'releaseVersionId', 'canonicalVersion', 'manifest', 'canonicalHash', 'signature', 'anchor']

/** Throws Altered when a part of the answer or its proof is missing. */
export function readSigned(text: string): SignedManifest {
  const answer = objectOf(readJson(text, 'The manifest'), 'The manifest')
  if ('schema' in answer) {
    throw new Altered('This is a manifest without its signature: save the answer without "format=raw".')
  }
  refuseOthers(answer, parts, 'The answer with the manifest')
  return {
    releaseId: textOf(answer.releaseId, 'The id of the release'),
    versionId: textOf(answer.releaseVersionId, 'The id of the version'),
    version: wholeOf(answer.canonicalVersion, 'The number of the version'),
    manifest: objectOf(answer.manifest, 'The manifest'),
    canonicalHash: textOf(answer.canonicalHash, 'The hash of the manifest'),
    proof: objectOf(answer.signature, 'The signature'),
    anchor: objectOf(answer.anchor, 'The place in the log'),
  }
}

/** Returns the finding; throws Altered. */
export function checkHash({ manifest, canonicalHash: said, releaseId, version }: SignedManifest): string {
  const found = canonicalHash(manifest, 'The manifest')
  if (found !== said) throw new Altered(`The manifest was altered: its hash is ${found}, and should be ${said}.`)
  const release = objectOf(manifest.release, 'The release in the manifest')
  if (release.id !== releaseId) throw new Altered('The manifest is of another release.')
  if (manifest.version !== version) throw new Altered(`The manifest is not that of version ${version}.`)
  return say('The manifest is as it was published. Its SHA-256 is {sha256}.', { sha256: found })
}

export type Rendition = {
  readonly title: string
  readonly role: string
  readonly bytes: number
  readonly sha256: string
}

export const renditionsOf = ({ manifest }: Pick<SignedManifest, 'manifest'>): Rendition[] =>
  listOf(manifest.tracks, 'The list of tracks').flatMap((each) => {
    const track = objectOf(each, 'A track')
    return listOf(track.renditions, 'The list of files').map((file) => {
      const { role, bytes, sha256 } = objectOf(file, 'A file')
      return {
        title: textOf(track.title, 'The title of a track'),
        role: textOf(role, 'The role of a file'),
        bytes: wholeOf(bytes, 'The size of a file'),
        sha256: textOf(sha256, 'The hash of a file'),
      }
    })
  })
