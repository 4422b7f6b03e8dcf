/** A file or folder that the operator gave us cannot be used: says which, why, and what to do. */
export class UnusableFileError extends Error {
  override readonly name = 'UnusableFileError'

  constructor(path: string, reason: string, advice: string) {
    super(`${path} cannot be used: ${reason}. ${advice}`)
  }
}

/** Opens what lies at a path. Throws UnusableFileError, with what can be done about it, whatever `open` throws. */
export function openedAt<T>(path: string, advice: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    throw new UnusableFileError(path, error instanceof Error ? error.message : String(error), advice)
  }
}
