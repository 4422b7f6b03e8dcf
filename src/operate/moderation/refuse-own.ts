import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session.ts'

/**
 * Throws FORBIDDEN for a helper who would leave or give back what they made themselves; the owner
 * of the instance may (rule: take-down).
 */
export function refuseOwn({ userId, role }: Pick<Viewer, 'userId' | 'role'>, makerId: string | null | undefined): void {
  if (userId !== makerId || role === 'owner') return
  throw new AppError('FORBIDDEN', say('You made this, so somebody else decides about it.'))
}
