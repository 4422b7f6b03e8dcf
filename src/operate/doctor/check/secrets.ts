import { chmodSync, statSync } from 'node:fs'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import type { Check } from '../../../platform/check.ts'
import { keysPath } from '../../../platform/secrets.ts'
import { datedNames } from '../../../platform/setting/open-settings.ts'
import { environmentOf } from '../../../platform/setting/restarting.ts'
import { type MissingSecret, storedSettings } from '../../../platform/setting/stored-settings.ts'

const othersMask = 0o077

const keptPath = ({ config: { dataDir } }: Ctx) => keysPath(dataDir)

/** Checks that all secrets set at the desk are here, and that no other user can read the keys. */
export const secretCheck: Check = {
  name: 'secrets',
  place: 50,
  look(ctx) {
    const missing = storedSettings(ctx).missing.filter(({ name }) => !environmentOf(ctx)[name])
    const isSwitchedOff = ({ name }: MissingSecret) => environmentOf(ctx)[name] === ''
    const wanted = missing.filter((each) => !isSwitchedOff(each))
    const off = missing.filter(isSwitchedOff).map(({ name }) => name)
    if (wanted.length > 0) {
      const problem = say('set at the desk before, and not here any more: {names}', { names: datedNames(wanted) })
      return { problem, fix: say('write each again at the desk, or remove it there') }
    }
    const mode = statSync(keptPath(ctx)).mode & 0o777
    if ((mode & othersMask) !== 0) {
      const octal = mode.toString(8).padStart(4, '0')
      return {
        problem: say('{path} has mode {mode}: others can read the keys', { path: keptPath(ctx), mode: octal }),
        fix: `chmod 600 ${keptPath(ctx)}`,
      }
    }
    return off.length === 0 ? {} : { note: say('switched off by the environment: {names}', { names: off.join(', ') }) }
  },
  fix: (ctx) => chmodSync(keptPath(ctx), 0o600),
}
