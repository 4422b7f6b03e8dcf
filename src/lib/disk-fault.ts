const fullCodes = /^(?:ENOSPC|EDQUOT|EFBIG|SQLITE_FULL|SQLITE_IOERR.*)$/
const closedCodes = /^(?:EROFS|EACCES|EPERM|SQLITE_READONLY.*|SQLITE_CANTOPEN.*)$/

/** Why a disk took nothing: it is full, or may not be written to. The code is the system's or SQLite's. */
export type DiskFault = { is: 'full' | 'closed'; code: string }

/** The fault of a disk behind what was thrown; undefined for any other fault. */
export function diskFaultOf(thrown: unknown): DiskFault | undefined {
  if (!(thrown instanceof Error)) return undefined
  const code = 'code' in thrown ? String(thrown.code) : ''
  if (fullCodes.test(code)) return { is: 'full', code }
  if (closedCodes.test(code)) return { is: 'closed', code }
  return diskFaultOf(thrown.cause)
}
