import { say } from '../../lib/language/say.ts'
import type { Check } from '../../platform/check.ts'

/**
 * Reports who may create an account: a remark, never a problem, because the owner has to know it.
 */
export const registrationCheck: Check = {
  name: 'registration',
  look({ config: { registration: who } }) {
    if (who === 'open') return { note: say('anybody may create an account; REGISTRATION=closed ends that') }
    if (who === 'invite')
      return { note: say('people join by invitation, which you make on your studio’s page for them') }
    return {
      note: say('nobody new can create an account (REGISTRATION={who}); REGISTRATION=open lets everybody in', { who }),
    }
  },
}
