import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { dayText } from '../../lib/time/day-text.ts'
import type { Check } from '../../platform/check.ts'
import { type Problem, witnessOf } from '../transparency-log/cosignatures.ts'
import { latestCheckpoint } from '../transparency-log/latest-checkpoint.ts'

/** A witness may be away for a day before somebody has to look. */
const patienceMs = 86_400_000

type Of = { readonly name: string; readonly day: string }

const problemTexts: Readonly<Record<Problem, (of: Of) => string>> = {
  AWAY: (of) => say('witness {name} has not answered since {day}', of),
  REFUSED: (of) => say('witness {name} has refused the log since {day}: its owner may not have added it', of),
  UNSIGNED: (of) => say('witness {name} has answered without a valid cosignature since {day}', of),
  OTHER_LOG: (of) => say('witness {name} has cosigned another log under the name of this one, seen on {day}', of),
}

/** Returns what is known of each witness that the owner has named, for the desk. */
export const readWitnessStates = (ctx: Ctx): { name: string; text: string }[] =>
  ctx.config.logWitnesses.map(({ name, verifierKey }) => {
    const { problem = null, problemSince = null, treeSize = 0 } = witnessOf(ctx, verifierKey) ?? {}
    if (problem && problemSince !== null)
      return { name, text: problemTexts[problem]({ name, day: dayText(problemSince) }) }
    const all = latestCheckpoint(ctx)?.size ?? 0
    const text =
      treeSize === 0
        ? say('witness {name} has not cosigned anything yet', { name })
        : say('witness {name} has cosigned the log up to entry {entry} of {all}', { name, entry: treeSize, all })
    return { name, text }
  })

/** See rule: witnesses. */
export const witnessCheck: Check = {
  name: 'witnesses',
  place: 235,
  look(ctx) {
    const found = ctx.config.logWitnesses.flatMap(({ name, verifierKey }) => {
      const { problem, problemSince } = witnessOf(ctx, verifierKey) ?? {}
      if (!problem || problemSince == null) return []
      const isNew = problem !== 'OTHER_LOG' && problemSince > ctx.now() - patienceMs
      return isNew ? [] : [{ problem, text: problemTexts[problem]({ name, day: dayText(problemSince) }) }]
    })
    if (found.length === 0) return {}
    const isOther = found.some(({ problem }) => problem === 'OTHER_LOG')
    return {
      problem: found.map(({ text }) => text).join('; '),
      fix: isOther
        ? say('the log here was altered, cut or restored by hand: restore the newest backup with tapedeck restore')
        : say('ask whoever runs it, or name another witness in LOG_WITNESSES'),
    }
  },
}
