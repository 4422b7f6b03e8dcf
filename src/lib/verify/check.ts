import { say } from '../language/say.ts'

export type CheckName =
  | 'hash'
  | 'signature'
  | 'history'
  | 'log'
  | 'remembered'
  | 'witness'
  | 'answers'
  | 'file'
  | 'keys'
  | 'license'
  | 'terms'
  | 'granted'
  | 'standing'
  | 'listed'

/**
 * The finding of a check, in words for people. An `unknown` check could not be made; for a `said`
 * one everything that could be checked holds, and the rest is somebody's statement. `over` and
 * `ended`: it is real, and does not count at the time that was asked about, which is outside of its
 * dates, or after it was ended. `self-signed`: nothing but the file itself says whose its keys are.
 */
export type Check = {
  readonly name: CheckName
  readonly result: 'holds' | 'said' | 'self-signed' | 'over' | 'ended' | 'fails' | 'unknown'
  readonly text: string
}

/** Something was altered, or is not what it claims to be. Its message is for people. */
export class Altered extends Error {
  override readonly name = 'Altered'
}

/** A statement is real, and that time is outside of its dates. Its message is for people. */
export class Over extends Error {
  override readonly name = 'Over'
}

/** All that could be checked holds, and the rest is a statement. Its message is for people. */
export class Said extends Error {
  override readonly name = 'Said'
}

/** Nothing but the file says whose keys have signed it. Its message is for people. */
export class SelfSigned extends Error {
  override readonly name = 'SelfSigned'
}

/** A statement is real, and was ended before that time. Its message is for people. */
export class Ended extends Error {
  override readonly name = 'Ended'
}

/** Something could not be read, so that nothing can be said about it. Its message is for people. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/**
 * Makes a check: the result of `find` is its finding when it holds; an error tells why it does not
 * hold, or could not be made.
 */
export async function check(name: CheckName, find: () => string | Promise<string>): Promise<Check> {
  try {
    return { name, result: 'holds', text: await find() }
  } catch (error) {
    if (error instanceof Altered) return { name, result: 'fails', text: error.message }
    if (error instanceof Ended) return { name, result: 'ended', text: error.message }
    if (error instanceof Over) return { name, result: 'over', text: error.message }
    if (error instanceof SelfSigned) return { name, result: 'self-signed', text: error.message }
    if (error instanceof Said) return { name, result: 'said', text: error.message }
    if (error instanceof Unreadable) return { name, result: 'unknown', text: error.message }
    // A site may send anything, and a step that fails on it must not look as if it held.
    return { name, result: 'unknown', text: say('This cannot be checked: {error}', { error: String(error) }) }
  }
}
