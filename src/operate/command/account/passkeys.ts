import { endPasskeys } from '../../../account/recovery/end-passkeys.ts'
import type { Config } from '../../../config.ts'
import type { Machine } from '../start-serving.ts'
import { noAccount, onInstance } from './on-instance.ts'

/**
 * `tapedeck passkeys EMAIL`: removes the passkeys of an account whose owner lost them, and stops
 * requiring one. Returns the exit code.
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
  return onInstance(config, machine, print, (ctx) => {
    const ended = endPasskeys(ctx, email)
    if (!ended) throw noAccount(email)
    const { passkeys, wasRequired, hasPassword } = ended
    print(`${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'} removed, and every browser is signed out.`)
    if (wasRequired) print('Signing in no longer asks for a passkey.')
    if (!hasPassword) print(`The account has no password. For a link that sets one: tapedeck password ${email}`)
  })
}
