import { checks } from '../../checks.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import type { Check, CheckResult, Finding, Reach } from '../../platform/check.ts'
import { groupsIn } from '../../platform/setting/settings.ts'

/** The checks to run, how deep, and whether to repair. */
export type CheckOptions = Reach & { fix?: boolean; looks?: readonly Check[] }

/**
 * Runs all checks; with `fix`, repairs what it can and checks again. A check that throws does not
 * stop the others.
 */
export async function runChecks(
  ctx: Ctx,
  { fix = false, looks = checks, ...reach }: CheckOptions = {},
): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const check of looks) {
    const found = await lookAt(ctx, check, reach)
    const finding =
      fix && (check.fixesAhead || found.problem !== undefined) ? await repair(ctx, check, found, reach) : found
    results.push({ name: check.name, ok: finding.problem === undefined, ...finding })
  }
  return results
}

async function repair(ctx: Ctx, { fix, ...check }: Check, found: Finding, reach: Reach): Promise<Finding> {
  if (!fix) return found
  try {
    await fix(ctx, reach)
  } catch (error) {
    const before = found.problem === undefined ? '' : `${found.problem}; `
    return { ...found, problem: `${before}${say('the fix failed: {reason}', { reason: reasonOf(error) })}` }
  }
  const after = await lookAt(ctx, check, reach)
  const isRepaired = found.problem !== undefined && after.problem === undefined
  return isRepaired ? { ...after, note: say('fixed') } : after
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : say('no reason given'))

async function lookAt(ctx: Ctx, check: Check, reach: Reach): Promise<Finding> {
  try {
    return await check.look(ctx, reach)
  } catch (error) {
    return { problem: say('check failed: {reason}', { reason: reasonOf(error) }) }
  }
}

/** Returns the results as the terminal shows them. */
export function renderChecks(results: readonly CheckResult[]): string {
  const width = Math.max(...results.map(({ name }) => name.length))
  const lines = results.flatMap(({ name, ok, problem, fix, note }) => {
    const remark = problem ?? note ?? ''
    const first = `${ok ? 'ok  ' : 'BAD '}  ${name.padEnd(width)}  ${remark}`.trimEnd()
    const beside = ' '.repeat(width + 8)
    const parts = groupsIn(`${remark} ${fix ?? ''}`)
    return [
      first,
      ...(fix === undefined ? [] : [`${beside}${ok ? 'to change it' : 'fix'}: ${fix}`]),
      ...(parts.length === 0 ? [] : [`${beside}at the desk: ${parts.join(', ')}`]),
    ]
  })
  const bad = results.filter(({ ok }) => !ok).length
  const verdict = bad === 0 ? 'All checks passed.' : `${bad} of ${results.length} need fixing.`
  return [...lines, '', verdict].join('\n')
}
