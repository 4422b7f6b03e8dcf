import { closeDb } from '../../../db/open.ts'
import type { Config } from '../../config.ts'
import { replaceKey } from '../../release/signing/keys.ts'
import { openCtx } from './open-ctx.ts'
import type { Machine } from './start-serving.ts'

/**
 * `tapedeck keys rotate`: replaces the key that signs manifests. A serving instance signs with the
 * new one from its next signature on. Returns the exit code.
 */
export async function keysCommand(
  config: Config,
  machine: Machine,
  action: string | undefined,
  print: (line: string) => void,
): Promise<number> {
  if (action !== 'rotate') {
    print('Usage: tapedeck keys rotate')
    return 1
  }
  const ctx = await openCtx(config, machine, print)
  try {
    const replaced = replaceKey(ctx, 'manifest')
    print(`Manifests are now signed with ${replaced.new}.`)
    print(`What ${replaced.old} signed stays valid. Its private half is erased.`)
    return 0
  } finally {
    closeDb(ctx.db)
  }
}
