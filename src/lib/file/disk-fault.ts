const fullCodes = /^(?:ENOSPC|EDQUOT|EFBIG|SQLITE_FULL|SQLITE_IOERR.*)$/
const closedCodes = /^(?:EROFS|EACCES|EPERM|SQLITE_READONLY.*|SQLITE_CANTOPEN.*)$/

/** A disk cannot be written to: it is full or read-only. The code is the system's or SQLite's. */
export type DiskFault = { kind: 'full' | 'closed'; code: string }

/** Returns the disk fault that caused an error; undefined for any other error. */
export function diskFaultOf(thrown: unknown): DiskFault | undefined {
  if (!(thrown instanceof Error)) return undefined
  const code = 'code' in thrown ? String(thrown.code) : ''
  if (fullCodes.test(code)) return { kind: 'full', code }
  if (closedCodes.test(code)) return { kind: 'closed', code }
  return diskFaultOf(thrown.cause)
}
