import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { type Check, type CheckResult, checksOf, type Finding, type Reach } from '../../platform/check.ts'
import { isCopy } from '../../platform/instance.ts'
import { groupsIn } from '../../platform/setting/settings.ts'

export type CheckOptions = Reach & { fix?: boolean; looks?: readonly Check[] }

/** Runs all checks, with `fix` repairs and checks again. One that throws does not stop others. */
export async function runChecks(
  ctx: Ctx,
  { fix = false, looks = checksOf(ctx), ...reach }: CheckOptions = {},
): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  const left = isCopy(ctx.db, ctx.config.dataDir) ? looks.filter(({ ofSite }) => ofSite) : []
  for (const check of looks) {
    if (left.includes(check)) {
      results.push({ name: check.name, ok: true, note: say('left alone, since this is a copy of the site') })
      continue
    }
    const found = await lookAt(ctx, check, reach)
    const finding =
      fix && (check.fixesAhead || found.problem !== undefined) ? await repair(ctx, check, found, reach) : found
    results.push({ name: check.name, ok: finding.problem === undefined, ...finding })
  }
  return results
}

async function repair(ctx: Ctx, { fix, ...check }: Check, found: Finding, reach: Reach): Promise<Finding> {
  if (!fix) return found
  const done: string[] = []
  try {
    await fix(ctx, reach, (words) => void done.push(words))
  } catch (error) {
    done.push(say('the fix failed: {reason}', { reason: reasonOf(error) }))
    const { problem, ...rest } = done.length > 1 ? await lookAt(ctx, check, reach) : found
    return { ...rest, problem: [...(problem === undefined ? [] : [problem]), ...done].join('; ') }
  }
  const after = await lookAt(ctx, check, reach)
  if (after.problem !== undefined) return { ...after, problem: [after.problem, ...done].join('; ') }
  return found.problem === undefined ? after : { ...after, note: done.length > 0 ? done.join('; ') : say('fixed') }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : say('no reason given'))

async function lookAt(ctx: Ctx, check: Check, reach: Reach): Promise<Finding> {
  try {
    return await check.look(ctx, reach)
  } catch (error) {
    return { problem: say('check failed: {reason}', { reason: reasonOf(error) }) }
  }
}

export function renderChecks(results: readonly CheckResult[]): string {
  const width = Math.max(...results.map(({ name }) => name.length))
  const lines = results.flatMap(({ name, ok, problem, fix, note, lost }) => {
    const advice = lost ? 'what to do' : ok ? 'to change it' : 'fix'
    const remark = problem ?? note ?? ''
    const first = `${ok ? 'ok  ' : 'BAD '}  ${name.padEnd(width)}  ${remark}`.trimEnd()
    const beside = ' '.repeat(width + 8)
    const parts = groupsIn(`${remark} ${fix ?? ''}`)
    return [
      first,
      ...(fix === undefined ? [] : [`${beside}${advice}: ${fix}`]),
      ...(parts.length === 0 ? [] : [`${beside}at the desk: ${parts.join(', ')}`]),
    ]
  })
  const bad = results.filter(({ ok }) => !ok).length
  const well = results.some(({ lost }) => lost)
    ? 'Nothing needs fixing, but something was lost: see above.'
    : 'All checks passed.'
  const verdict = bad === 0 ? well : `${bad} of ${results.length} need fixing.`
  return [...lines, '', verdict].join('\n')
}
