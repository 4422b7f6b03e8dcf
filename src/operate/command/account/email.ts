import { inTransaction } from '../../../../db/commits.ts'
import { verificationEmail } from '../../../account/email/emails.ts'
import { moveAddress, readNewAddress } from '../../../account/recovery/change-email.ts'
import { userByEmail } from '../../../account/user-by-email.ts'
import type { Config } from '../../../config.ts'
import { queueEmail } from '../../../platform/mail/queue-email.ts'
import { noteSecurity } from '../../../platform/security/note-security.ts'
import type { Machine } from '../start-serving.ts'
import { noAccount, onInstance } from './on-instance.ts'

/**
 * `tapedeck email EMAIL NEW-EMAIL`: gives an account another, unconfirmed address, even where no
 * email is sent. Returns the exit code.
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
  return onInstance(config, machine, print, (ctx) => {
    const user = userByEmail(ctx, email)
    if (!user) throw noAccount(email)
    const address = readNewAddress(wanted, user.email)
    inTransaction(ctx.db, () => {
      moveAddress(ctx, user.userId, address, false)
      queueEmail(ctx, verificationEmail(ctx, address))
    })
    noteSecurity(ctx, 'address_changed', { userId: user.userId }, { by: 'command' })
    print(`The account of @${user.handle} has the email address ${address} now.`)
  })
}
