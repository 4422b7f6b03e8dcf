import { closeDb } from '../../db/open.ts'
import type { Config } from '../config.ts'
import { endPasskeys } from '../recovery/end-passkeys.ts'
import { openCtx } from './open-ctx.ts'
import type { Machine } from './start-serving.ts'

/**
 * `tapedeck passkeys EMAIL`: removes the passkeys of an account whose owner lost them, and what asks for them. Returns the
 * exit code.
 */
export async function passkeysCommand(
  config: Config,
  machine: Machine,
  email: string | undefined,
  print: (line: string) => void,
): Promise<number> {
  if (email === undefined) {
    print('Usage: tapedeck passkeys EMAIL')
    return 1
  }
  const ctx = await openCtx(config, machine)
  try {
    const ended = endPasskeys(ctx, email)
    if (!ended) {
      print(`There is no account with the email address "${email}".`)
      return 1
    }
    const { passkeys, wasRequired, hasPassword } = ended
    print(`${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'} removed, and every browser is signed out.`)
    if (wasRequired) print('Signing in no longer asks for a passkey.')
    if (!hasPassword) print(`The account has no password. For a link that sets one: tapedeck password ${email}`)
    return 0
  } finally {
    closeDb(ctx.db)
  }
}
