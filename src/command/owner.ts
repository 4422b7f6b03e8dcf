import { closeDb } from '../../db/open.ts'
import { makeOwner, ownershipText } from '../account/make-owner.ts'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { openCtx } from './open-ctx.ts'
import type { Machine } from './start-serving.ts'

/** `tapedeck owner EMAIL`: makes that account the owner of the instance. Gives the exit code. */
export async function ownerCommand(
  config: Config,
  machine: Machine,
  email: string | undefined,
  print: (line: string) => void,
): Promise<number> {
  if (email === undefined) {
    print('Whose? tapedeck owner EMAIL')
    return 1
  }
  const ctx = await openCtx(config, machine)
  try {
    print(ownershipText(makeOwner(ctx, email)))
    return 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    print([error.message, error.detail.hint ?? ''].join(' ').trim())
    return 1
  } finally {
    closeDb(ctx.db)
  }
}
