import { makeOwner, ownerOf, ownershipText } from '../../../account/owner/make-owner.ts'
import type { Config } from '../../../config.ts'
import type { Ctx } from '../../../context.ts'
import { noteSecurity } from '../../../platform/security/note-security.ts'
import type { Machine } from '../start-serving.ts'
import { onInstance } from './on-instance.ts'

/** `tapedeck owner EMAIL`: makes that account the owner of the instance. Returns the exit code. */
export async function ownerCommand(
  config: Config,
  machine: Machine,
  email: string | undefined,
  print: (line: string) => void,
): Promise<number> {
  if (email === undefined) {
    print('Usage: tapedeck owner EMAIL')
    return 1
  }
  return onInstance(config, machine, print, (ctx) => {
    const before = ownerOf(ctx)
    const made = makeOwner(ctx, email)
    if (made.changed) noteChange(ctx, before?.userId)
    print(ownershipText(made))
  })
}

function noteChange(ctx: Ctx, previousId: string | undefined): void {
  const by = { by: 'command' }
  const userId = ownerOf(ctx)?.userId
  if (userId) noteSecurity(ctx, 'owner_changed', { userId }, by)
  if (previousId) noteSecurity(ctx, 'owner_changed', { userId: previousId }, { ...by, isOwner: false })
}
