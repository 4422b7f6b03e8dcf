import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { Failure } from './failure.ts'
import { type Library, readSong, type Song } from './library.ts'
import type { Part } from './shape.ts'

/** A request of a player, whose key was checked. */
export type Call = {
  readonly ctx: Ctx
  readonly viewer: Viewer
  readonly asked: URLSearchParams
  readonly request: Request
  readonly server: Bun.Server<unknown> | null
  /** Reads all that its person has. */
  library(): Promise<Library>
}

/** A method of the protocol: it returns what its answer has, or the bytes that were asked for. */
export type Method = (call: Call) => Part | Response | Promise<Part | Response>

/** Throws a failure where a parameter is missing. */
export function required({ asked }: Pick<Call, 'asked'>, name: string): string {
  const value = asked.get(name)
  if (value) return value
  throw new Failure('missing', say('The parameter "{name}" is missing.', { name }))
}

/** Returns a whole number from 0 to `most`; `otherwise` where none is asked for. */
export function numberOf({ asked }: Pick<Call, 'asked'>, name: string, otherwise: number, most: number): number {
  const number = Number.parseInt(asked.get(name) ?? '', 10)
  return Number.isNaN(number) ? otherwise : Math.min(Math.max(number, 0), most)
}

/** A thing that is not theirs is as absent as one that was never there. */
export const absent = () => new Failure('absent', say('There is nothing like that in this library.'))

/** Returns the track that is asked for. Throws a failure for one that is not theirs. */
export function songOf(call: Call, id = required(call, 'id')): Song {
  const song = readSong(call.ctx, call.viewer, id)
  if (!song) throw absent()
  return song
}
