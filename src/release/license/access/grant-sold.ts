import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { holdsNow } from '../../permission/license-of-token.ts'
import { resourceScopes } from '../../permission/policy.ts'
import { soldRelease } from '../../visible-release.ts'
import { type Holder, licenseOfHolder, notHeld } from '../license-status.ts'
import type { Access } from './access-model.ts'
import { issueGrant } from './grant.ts'
import { type FileResource, filesOf } from './open-files.ts'

/**
 * Grants the holder of a valid license the files that it names, as they were sold
 * (rule: licensed-files). Throws as `licenseOfHolder`, FORBIDDEN too for a license that is over and
 * for files that it does not name, NOT_FOUND for files that are not there any more.
 */
export function grantSold(ctx: Ctx, licenseId: string, resource: FileResource, holder: Holder): Access {
  const { releaseId, releaseVersionId, scopes } = licenseOfHolder(ctx, licenseId, holder)
  if (!holdsNow(ctx, licenseId)) throw notHeld()
  if (!resourceScopes.some((each) => each.resource === resource && scopes.includes(each.scope)))
    throw new AppError('FORBIDDEN', say('This license does not allow the use {scope}.', { scope: resource }))
  filesOf(ctx, soldRelease(ctx, releaseId, releaseVersionId), releaseVersionId, resource)
  const grant = issueGrant(ctx, { releaseId, releaseVersionId, resource, licenseId }, undefined, true)
  return { decision: 'ALLOW', grant }
}
