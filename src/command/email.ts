import { inTransaction } from '../../db/commits.ts'
import { closeDb } from '../../db/open.ts'
import { verifyLetter } from '../account/letters.ts'
import { userByEmail } from '../account/user-by-email.ts'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { moveAddress, readNewAddress } from '../recovery/change-email.ts'
import { noteSecurity } from '../security/note-security.ts'
import { openCtx } from './open-ctx.ts'
import type { Machine } from './start-serving.ts'

/**
 * `tapedeck email EMAIL NEW-EMAIL`: gives an account another address, which nobody has confirmed, also where no mail is
 * sent. Returns the exit code.
 */
export async function emailCommand(
  config: Config,
  machine: Machine,
  [email, wanted]: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  if (email === undefined || wanted === undefined) {
    print('Usage: tapedeck email EMAIL NEW-EMAIL')
    return 1
  }
  const ctx = await openCtx(config, machine)
  try {
    const user = userByEmail(ctx, email)
    if (!user) {
      print(`There is no account with the email address "${email}".`)
      return 1
    }
    const address = readNewAddress(wanted, user.email)
    inTransaction(ctx.db, () => {
      moveAddress(ctx, user.userId, address, false)
      queueMail(ctx, verifyLetter(ctx, { name: user.handle, address }))
    })
    noteSecurity(ctx, 'address_changed', { userId: user.userId }, { by: 'command' })
    print(`The account of @${user.handle} has the email address ${address} now.`)
    return 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    print([error.message, error.detail.hint ?? ''].join(' ').trim())
    return 1
  } finally {
    closeDb(ctx.db)
  }
}
