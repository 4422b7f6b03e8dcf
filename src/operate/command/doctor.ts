import { setPriority } from 'node:os'
import { closeDb } from '../../../db/open.ts'
import type { Config } from '../../config.ts'
import { keepingMessages } from '../../lib/language/say.ts'
import { renderChecks, runChecks } from '../doctor/run-checks.ts'
import { awaitTurn } from './await-turn.ts'
import { openCtx } from './open-ctx.ts'
import type { Machine } from './start-serving.ts'

/**
 * `tapedeck doctor [--fix] [--deep] [--all]`: reports problems and how to fix them. Returns exit
 * code 1 if there are any.
 */
export async function doctorCommand(
  config: Config,
  machine: Machine,
  how: { fix: boolean; deep: boolean; all: boolean },
  print: (text: string) => void,
): Promise<number> {
  const ctx = await openCtx(config, machine, print, { isReadOnly: true })
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

const niceness = 5

/**
 * The doctor as a process of the service that it looks at (rule: nightly-doctor): returns all
 * results as JSON, whose texts are said when somebody reads them.
 */
export async function doctorChild(config: Config, machine: Machine): Promise<string> {
  setPriority(niceness)
  const ctx = await openCtx(config, machine, () => {}, { isReadOnly: true })
  try {
    return JSON.stringify(await keepingMessages(() => runChecks(ctx)))
  } finally {
    await ctx.processor?.stop()
    closeDb(ctx.db)
  }
}
