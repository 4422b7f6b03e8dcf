import { setPriority } from 'node:os'
import { closeDb } from '../../../db/open.ts'
import type { Config } from '../../config.ts'
import type { Ctx } from '../../context.ts'
import { keepingMessages } from '../../lib/language/say.ts'
import type { CheckResult } from '../../platform/check.ts'
import { findingOf, SecretsError } from '../../platform/setting/open-settings.ts'
import { secretCheck } from '../doctor/check/secrets.ts'
import { renderChecks, runChecks } from '../doctor/run-checks.ts'
import { awaitTurn } from '../site-folder/await-turn.ts'
import { openCtx } from './open-ctx.ts'
import type { Machine } from './start-serving.ts'

/** `tapedeck doctor [--fix] [--deep] [--all]` tells problems and their fixes. Returns 1 for any. */
export async function doctorCommand(
  config: Config,
  machine: Machine,
  how: { fix: boolean; deep: boolean; all: boolean },
  print: (text: string) => void,
): Promise<number> {
  const ctx = await openOrTell(config, machine, print)
  if (isResult(ctx)) {
    print(renderChecks([ctx]))
    return 1
  }
  const turn = how.fix
    ? await awaitTurn(config.dataDir, () => print('Another doctor is at work here: waiting.'))
    : undefined
  try {
    const results = await runChecks(ctx, how)
    print(renderChecks(results))
    return results.every((result) => result.ok) ? 0 : 1
  } finally {
    turn?.release()
    await ctx.processor?.stop()
    closeDb(ctx.db)
  }
}

async function openOrTell(config: Config, machine: Machine, print: (text: string) => void): Promise<Ctx | CheckResult> {
  try {
    return await openCtx(config, machine, print, { isReadOnly: true })
  } catch (error) {
    if (!(error instanceof SecretsError)) throw error
    return { name: secretCheck.name, ok: false, ...findingOf(error.loss) }
  }
}

const isResult = (opened: Ctx | CheckResult): opened is CheckResult => 'ok' in opened

const niceness = 5

/**
 * The doctor as a process of the service that it looks at (rule: nightly-doctor): returns all
 * results as JSON, whose texts are said when somebody reads them.
 */
export async function doctorChild(config: Config, machine: Machine): Promise<string> {
  setPriority(niceness)
  const ctx = await keepingMessages(() => openOrTell(config, machine, () => {}))
  if (isResult(ctx)) return JSON.stringify([ctx])
  try {
    return JSON.stringify(await keepingMessages(() => runChecks(ctx)))
  } finally {
    await ctx.processor?.stop()
    closeDb(ctx.db)
  }
}
