import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { useForm } from '../../lib/form.ts'
import { goFully } from '../../lib/go-fully.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { hearAll } from '../../player/engine.ts'

type ClaimProps = { secret: string; isGift: boolean; slug: string; handle: string }

/** Puts what a link gives into the library of the visitor; then the page says what they have. */
export default function Claim({ secret, isGift, slug, handle }: ClaimProps) {
  const form = useForm('claim')
  return (
    <SendForm
      submit={async () => {
        if (!(await form.send(() => api.claim.post({ secret })))) return
        hearAll(slug)
        goFully(location.pathname, 'replace')
      }}
    >
      <h2>{isGift ? say('Take your gift') : say('Add it to your library')}</h2>
      <p>
        {inParts(say('You are signed in as <b>@{handle}</b>. This link works once, for one account.', { handle }), {
          b: (text) => <b>{text}</b>,
        })}
      </p>
      <FormTrouble form={form} fields={[]} />
      <div class="acts">
        <SendKey form={form} label={say('Add it to my library')} busyLabel={say('One moment…')} />
      </div>
    </SendForm>
  )
}
