import { closeDb } from '../../../db/open.ts'
import type { Config } from '../../config.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { openCtx } from './open-ctx.ts'
import type { Machine } from './start-serving.ts'

/** Opens the data folder and does something with it. Prints why it was refused. Returns the exit code. */
export async function onInstance(
  config: Config,
  machine: Machine,
  print: (line: string) => void,
  act: (ctx: Ctx) => void,
): Promise<number> {
  const ctx = await openCtx(config, machine, print)
  try {
    act(ctx)
    return 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    print([error.message, error.detail.hint ?? ''].join(' ').trim())
    return 1
  } finally {
    closeDb(ctx.db)
  }
}

/** The refusal of a command about an account that is not there. */
export const noAccount = (email: string) =>
  new AppError('NOT_FOUND', `There is no account with the email address "${email}".`)
