import { rowsBy } from '../../../db/prepared.ts'
import { permissionScopes, releasePolicies } from '../../../db/schema/casset/usage.ts'
import type { Ctx } from '../../context.ts'

export type PolicyRow = typeof releasePolicies.$inferSelect

const ofRelease = rowsBy(releasePolicies, 'releaseId')

const places = new Map(permissionScopes.map((scope, place) => [scope, place]))
const placeOf = ({ scope }: PolicyRow) => places.get(scope) ?? 0

/** Returns the policies of a release, in the order of the scopes. */
export function readPolicies(ctx: Ctx, releaseId: string): PolicyRow[] {
  const rows = ofRelease(ctx.db).all({ releaseId })
  return rows.sort((a, b) => placeOf(a) - placeOf(b))
}
