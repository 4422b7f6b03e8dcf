import { ownerOf } from '../../../account/owner/make-owner.ts'
import { say } from '../../../lib/language/say.ts'
import type { Check } from '../../../platform/check.ts'
import { newestChanges } from '../../../platform/setting/stored-settings.ts'

/**
 * Reports who may create an account, a remark that the owner has to know; a problem is only that
 * there is no owner any more.
 */
export const registrationCheck: Check = {
  name: 'registration',
  place: 40,
  look(ctx) {
    const { registration: who } = ctx.config
    // The desk has been used, so there was an owner.
    if (!ownerOf(ctx) && newestChanges(ctx, 1).length > 0) {
      const fix = say('tapedeck owner EMAIL, with the address of an account')
      return { problem: say('nobody owns this site any more, so nobody is told what is wrong'), fix }
    }
    if (who === 'open')
      return { note: say('anybody may create an account'), fix: say('to end that, set REGISTRATION=closed') }
    const fix = say('to let everybody in, set REGISTRATION=open')
    return who === 'invite'
      ? { note: say('people join by invitation'), fix }
      : { note: say('nobody new can create an account'), fix }
  },
}
