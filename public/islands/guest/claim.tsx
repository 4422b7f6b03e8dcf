import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import type { Form } from '../../lib/form.ts'
import { ClaimForm, type ClaimProps } from '../gift/claim.tsx'

const titles = () => ({ title: say('Add it to your library'), doneTitle: say('It is in your library') })

export default function GuestClaim({ secret, ...shown }: ClaimProps) {
  const send = (form: Form) => form.send(() => api.guest.claim.post({ secret }))
  return <ClaimForm {...shown} {...titles()} id="claim" send={send} />
}
