import { say } from '../language/say.ts'

/** A zip, or a file in it, that cannot be read. The message says why, for whoever brought it. */
export class ZipProblem extends Error {
  override readonly name = 'ZipProblem'
}

export const damaged = () => new ZipProblem(say('damaged in the zip: make or download the zip again'))
