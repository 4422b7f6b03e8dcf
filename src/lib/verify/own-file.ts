import { say } from '../language/say.ts'
import { Altered } from './check.ts'
import type { Rendition } from './signed-manifest.ts'

/** A file on somebody's device. `read` gets the number of bytes read so far. */
export type OwnFile = { readonly name: string; readonly bytes: Blob; read?(bytes: number): void }

/** Returns the file of a manifest that has these bytes. */
export const renditionOf = (renditions: readonly Rendition[], sha256: string): Rendition | undefined =>
  renditions.find((each) => each.sha256 === sha256)

export const notOfRelease = (file: string, sha256: string): Altered =>
  new Altered(
    say(
      '{file} is not a file of this release, or was changed: its SHA-256 is {sha256}. A download with tags written in is not the original: download that one.',
      { file, sha256 },
    ),
  )
