import type { Ctx } from '../../context.ts'
import { cosignedLog } from './add-checkpoint.ts'
import { witnessKey, witnessName } from './cosigner-key.ts'

/** Returns the logs that this instance cosigns, and how others name it; null without any. */
export function readWitnessing(ctx: Ctx) {
  const { witnessedLogs } = ctx.config
  if (witnessedLogs.length === 0) return null
  const { protocol } = new URL(ctx.site.origin)
  return {
    setting: `${witnessKey(ctx)} ${protocol}//${witnessName(ctx)}`,
    logs: witnessedLogs.map(({ origin }) => {
      const found = cosignedLog(ctx, origin)
      if (!found) return { origin, size: 0, cosignedAt: null, refusedAt: null, isForked: false }
      const { size, cosignedAt, refusedAt, forkNote } = found
      return { origin, size, cosignedAt, refusedAt, isForked: forkNote !== null }
    }),
  }
}

export type Witnessing = NonNullable<ReturnType<typeof readWitnessing>>
