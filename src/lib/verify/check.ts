/** What is checked of a release. */
export type CheckName = 'hash' | 'signature' | 'history' | 'log' | 'remembered' | 'witness' | 'file'

/**
 * What a check found, in words for people. One that is `unknown` could not be made; of one that is `said`, what could be
 * looked at holds, and the rest is somebody's word.
 */
export type Check = {
  readonly name: CheckName
  readonly result: 'holds' | 'said' | 'fails' | 'unknown'
  readonly text: string
}

/** What shows that something was altered, or is not what it says it is. Its message is for people. */
export class Altered extends Error {
  override readonly name = 'Altered'
}

/** What could not be read, so that nothing can be said of it. Its message is for people. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/**
 * Makes a check: what `find` returns is said when it holds, or as `found` says; what it throws says why it does not, or
 * could not be made.
 */
export async function check(
  name: CheckName,
  find: () => string | Promise<string>,
  found: 'holds' | 'said' = 'holds',
): Promise<Check> {
  try {
    return { name, result: found, text: await find() }
  } catch (error) {
    if (error instanceof Altered) return { name, result: 'fails', text: error.message }
    if (error instanceof Unreadable) return { name, result: 'unknown', text: error.message }
    // What a site sends may be anything, and a step that stumbles over it must not look as if it held.
    return { name, result: 'unknown', text: `This cannot be checked: ${String(error)}` }
  }
}
