import type { Ctx } from '../../context.ts'
import { usageOfCasset } from './read-terms.ts'
import { ownUsageHeaders } from './usage-headers.ts'

export function usageHeadersOfCasset(ctx: Ctx, cassetId: string): Record<string, string> {
  const { scopes, isFound } = usageOfCasset(ctx, cassetId)
  return ownUsageHeaders(scopes, isFound)
}
