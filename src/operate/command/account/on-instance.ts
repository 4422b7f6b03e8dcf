import { closeDb } from '../../../../db/open.ts'
import type { Config } from '../../../config.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { openCtx } from '../open-ctx.ts'
import type { Machine } from '../start-serving.ts'

/** Runs a function on a data folder; prints why it refuses. Returns the exit code. */
export async function onInstance(
  config: Config,
  machine: Machine,
  print: (line: string) => void,
  act: (ctx: Ctx) => void | Promise<void>,
): Promise<number> {
  const ctx = await openCtx(config, machine, print)
  try {
    await act(ctx)
    return 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    print(error.told)
    return 1
  } finally {
    ctx.mailer?.close()
    closeDb(ctx.db)
  }
}

export const noAccount = (email: string) =>
  new AppError('NOT_FOUND', `There is no account with the email address "${email}".`)
