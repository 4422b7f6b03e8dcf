import { issueResetLink } from '../../../account/email/emails.ts'
import { userByEmail } from '../../../account/user-by-email.ts'
import type { Config } from '../../../config.ts'
import { noteSecurity } from '../../../platform/security/note-security.ts'
import type { Machine } from '../start-serving.ts'
import { noAccount, onInstance } from './on-instance.ts'

/**
 * `tapedeck password EMAIL`: prints a link with which that account sets a new password, even where
 * no email is sent. Returns the exit code.
 */
export async function passwordCommand(
  config: Config,
  machine: Machine,
  email: string | undefined,
  print: (line: string) => void,
): Promise<number> {
  if (email === undefined) {
    print('Usage: tapedeck password EMAIL')
    return 1
  }
  return onInstance(config, machine, print, (ctx) => {
    const user = userByEmail(ctx, email)
    if (!user) throw noAccount(email)
    const link = issueResetLink(ctx, user.userId)
    noteSecurity(ctx, 'reset_asked', { userId: user.userId }, { by: 'command' })
    print(`Open this link to set a new password for ${user.email}. It works once, for half an hour:\n  ${link}`)
  })
}
