import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import type { Check } from '../../platform/check.ts'

const othersMask = 0o077

const keptPath = ({ config: { dataDir } }: Ctx) => join(dataDir, 'secrets.json')

/** Checks whether other users of the machine can read the keys. */
export const secretCheck: Check = {
  name: 'secrets',
  look(ctx) {
    const mode = statSync(keptPath(ctx)).mode & 0o777
    if ((mode & othersMask) === 0) return {}
    const octal = mode.toString(8).padStart(4, '0')
    return {
      problem: say('{path} has mode {mode}: others can read the keys', { path: keptPath(ctx), mode: octal }),
      fix: `chmod 600 ${keptPath(ctx)}`,
    }
  },
  fix: (ctx) => chmodSync(keptPath(ctx), 0o600),
}
