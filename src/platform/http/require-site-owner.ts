import { AppError } from '../../errors.ts'
import type { Viewer } from './session.ts'

/** Throws FORBIDDEN unless this is the owner of the instance. */
export function requireSiteOwner({ role }: Viewer): void {
  if (role !== 'owner') throw new AppError('FORBIDDEN', 'Only the owner of this site can do this.')
}
