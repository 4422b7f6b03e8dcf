import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { createPace } from '../../lib/turn/pace.ts'
import { permissionChecker } from './check-permission.ts'
import type { PermissionChecks, PermissionReceipts } from './model.ts'
import { refuseUnknownScope } from './policy-of-scope.ts'

/**
 * Answers up to a hundred questions, each with a receipt as `checkPermission` returns it
 * (rule: permission-check). A release or version that is not public is NOT_FOUND in its place.
 * Throws VALIDATION that names the first unknown scope.
 */
export async function checkPermissions(
  ctx: Ctx,
  asked: PermissionChecks,
  agent: string | null,
): Promise<PermissionReceipts> {
  const { checks, agentKey } = asked
  for (const [n, { scope }] of checks.entries()) refuseUnknownScope(scope, `checks.${n}.scope`)
  const about = agentKey === undefined ? {} : { agentKey }
  const check = permissionChecker(ctx, agent)
  const answerTo = ({ releaseId, ...question }: PermissionChecks['checks'][number]) => {
    try {
      return check(releaseId, { ...question, ...about })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error
      return { releaseId, scope: question.scope, error: error.message, code: error.code }
    }
  }
  const pace = createPace(ctx.monotonicMs)
  const receipts: PermissionReceipts['receipts'] = []
  for (const each of checks) {
    receipts.push(answerTo(each))
    await pace()
  }
  return { receipts }
}
