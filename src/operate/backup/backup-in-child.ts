import { Value } from '@sinclair/typebox/value'
import type { Ctx } from '../../context.ts'
import { parseJson } from '../../lib/json/json.ts'
import { hourMs } from '../../lib/time/calendar.ts'
import { runLimited } from '../../lib/turn/limited-child.ts'
import type { Work } from './backup-child.ts'
import { Outcome } from './model.ts'

const maxCpuMs = 2 * hourMs
const maxRssMb = 1_500

/** The process ends with this one, or with the signal. */
export async function backUpInChild(
  ctx: Ctx,
  env: Readonly<Record<string, string | undefined>>,
  work: Work,
  signal: AbortSignal,
): Promise<Outcome> {
  const end = await runLimited({
    cmd: [...ctx.selfCommand, '__backup', work],
    env,
    cpuMs: maxCpuMs,
    rssMb: maxRssMb,
    signal,
  })
  try {
    if (end.kind === 'answer') return Value.Decode(Outcome, parseJson(end.text))
  } catch {
    // Told below.
  }
  return { ok: false, problem: 'the backup did not come to its end; run tapedeck backup by hand, which prints why' }
}
