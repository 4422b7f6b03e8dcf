import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Ctx } from '../../context.ts'
import { parseJson } from '../../lib/json/json.ts'
import { keepingMessages, say } from '../../lib/language/say.ts'
import { runLimited } from '../../lib/turn/limited-child.ts'
import type { CheckResult } from '../../platform/check.ts'

const maxCpuMs = 1_200_000
const maxRssMb = 1_500

export const Results = t.Array(
  t.Object({
    name: t.String(),
    ok: t.Boolean(),
    problem: t.Optional(t.String()),
    fix: t.Optional(t.String()),
    note: t.Optional(t.String()),
    lost: t.Optional(t.Literal(true)),
  }),
)

/**
 * Runs all checks in a process of its own, which ends with this one: some read the whole database.
 * A process that does not come to its end is a problem itself.
 */
export async function checkInChild(
  ctx: Ctx,
  env: Readonly<Record<string, string | undefined>>,
): Promise<CheckResult[]> {
  const end = await runLimited({
    cmd: [...ctx.selfCommand, '__doctor'],
    env,
    cpuMs: maxCpuMs,
    rssMb: maxRssMb,
  })
  try {
    if (end.kind === 'answer') return Value.Decode(Results, parseJson(end.text))
  } catch {
    // Told below.
  }
  const finding = keepingMessages(() => ({
    problem: say('the checks did not come to their end'),
    fix: say('run tapedeck doctor by hand, which prints why'),
  }))
  return [{ name: 'doctor', ok: false, ...finding }]
}
