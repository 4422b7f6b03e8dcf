import { AppError } from '../../errors.ts'
import { diskFaultOf } from '../../lib/file/disk-fault.ts'
import { say } from '../../lib/language/say.ts'
import type { Log } from '../log.ts'

const answers = {
  full: () => [
    say('There is not enough disk space to store this.'),
    say('The person who runs this site has to free some disk space.'),
  ],
  closed: () => [
    say('Nothing can be stored right now: the disk may not be written to.'),
    say('The person who runs this site has to make its data folder writable.'),
  ],
} satisfies Record<string, () => [message: string, hint: string]>

const logged = { full: 'the disk is full', closed: 'the disk may not be written to' } as const

/** Returns and logs the error of a disk that cannot be written to; undefined for other faults. */
export function diskFull(log: Log, thrown: unknown, requestId?: string): AppError | undefined {
  const fault = diskFaultOf(thrown)
  if (!fault) return undefined
  log.error(logged[fault.kind], { code: fault.code, ...(requestId === undefined ? {} : { requestId }) })
  const [message, hint] = answers[fault.kind]()
  return new AppError('UNAVAILABLE', message, { hint, retryAfter: 600 })
}

/** Logs the failure. An AppError is returned unchanged. */
export function notStored(log: Log, thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const known = diskFull(log, thrown)
  if (known) return known
  log.error('a file could not be stored', { code: codeOf(thrown) })
  return new AppError('UNAVAILABLE', say('The file could not be stored.'), { retryAfter: 30 })
}

const codeOf = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return 'unknown'
  return 'code' in thrown ? String(thrown.code) : thrown.name
}
