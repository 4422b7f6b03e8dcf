import type { Ctx } from '../../context.ts'
import { usageOfCasset } from './read-terms.ts'
import { ownUsageHeaders } from './usage-headers.ts'

/** Returns the headers of what shows a casset as a whole: its pages, player, feeds and picture. */
export function usageHeadersOfCasset(ctx: Ctx, cassetId: string): Record<string, string> {
  const { scopes, isFound } = usageOfCasset(ctx, cassetId)
  return ownUsageHeaders(scopes, isFound)
}
