import type { Check } from './check.ts'

/** Says who may create an account: a remark, never a problem, because the owner has to know it. */
export const registration: Check = {
  name: 'registration',
  look({ config: { registration: who } }) {
    if (who === 'open') return { note: 'anybody may create an account; REGISTRATION=closed ends that' }
    return { note: `nobody new can create an account (REGISTRATION=${who}); REGISTRATION=open lets everybody in` }
  },
}
