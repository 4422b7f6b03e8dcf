import { AppError } from '../errors.ts'

const fullCodes = /^(?:ENOSPC|EDQUOT|EFBIG|SQLITE_FULL|SQLITE_IOERR.*)$/

/** The answer to a fault of a full disk, of the media's folder or the database's; undefined for any other fault. */
export function diskFull(thrown: unknown): AppError | undefined {
  if (!(thrown instanceof Error)) return undefined
  if (!('code' in thrown) || !fullCodes.test(String(thrown.code))) return diskFull(thrown.cause)
  const hint = 'The artist who runs this instance has to make room on its disk.'
  return new AppError('UNAVAILABLE', 'There is no room to store this.', { hint, retryAfter: 600 })
}
