import { say } from '../../lib/language/say.ts'
import type { Check } from '../../platform/check.ts'

/**
 * Reports who may create an account: a remark, never a problem, because the owner has to know it.
 */
export const registrationCheck: Check = {
  name: 'registration',
  look({ config: { registration: who } }) {
    if (who === 'open')
      return { note: say('anybody may create an account'), fix: say('to end that, set REGISTRATION=closed') }
    const fix = say('to let everybody in, set REGISTRATION=open')
    return who === 'invite'
      ? { note: say('people join by invitation'), fix }
      : { note: say('nobody new can create an account'), fix }
  },
}
