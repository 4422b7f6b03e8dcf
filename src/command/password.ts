import { closeDb } from '../../db/open.ts'
import { issueResetLink } from '../account/letters.ts'
import { userByEmail } from '../account/user-by-email.ts'
import type { Config } from '../config.ts'
import { noteSecurity } from '../security/note-security.ts'
import { openCtx } from './open-ctx.ts'
import type { Machine } from './start-serving.ts'

/**
 * `tapedeck password EMAIL`: prints a link with which that account sets a new password, also where no mail is sent.
 * Returns the exit code.
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
  const ctx = await openCtx(config, machine)
  try {
    const user = userByEmail(ctx, email)
    if (!user) {
      print(`There is no account with the email address "${email}".`)
      return 1
    }
    const link = issueResetLink(ctx, user.userId)
    noteSecurity(ctx, 'reset_asked', { userId: user.userId }, { by: 'command' })
    print(`Open this link to set a new password for ${user.email}. It works once, for half an hour:\n  ${link}`)
    return 0
  } finally {
    closeDb(ctx.db)
  }
}
