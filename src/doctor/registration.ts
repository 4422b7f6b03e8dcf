import type { Check } from './check.ts'

/** Says who may create an account; each answer is well, and the owner has to know it. */
export const registration: Check = {
  name: 'registration',
  look({ config: { registration: who } }) {
    if (who === 'open') return { note: 'anybody may create an account; REGISTRATION=closed ends that' }
    return { note: `nobody new can create an account (REGISTRATION=${who}); REGISTRATION=open lets everybody in` }
  },
}
