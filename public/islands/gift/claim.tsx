import { useSignal } from '@preact/signals'
import { api } from '../../lib/api.ts'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { useForm } from '../../lib/form.ts'
import { NewCasset } from '../../lib/new-casset.tsx'
import { hearAll } from '../../player/engine.ts'

type ClaimGiftProps = { secret: string; slug: string; name: string; handle: string }

/** The form with which a signed-in user takes a gift. */
export default function ClaimGift({ secret, slug, name, handle }: ClaimGiftProps) {
  const form = useForm('gift')
  const isDone = useSignal(false)
  if (isDone.value) {
    const text = 'From now on you hear all of it, wherever you are signed in.'
    return <NewCasset slug={slug} name={name} title="It is yours" text={text} />
  }
  return (
    <SendForm
      submit={async () => {
        const answer = await form.send(() => api.gifts.claim.post({ secret }))
        if (!answer) return
        hearAll(slug)
        isDone.value = true
      }}
    >
      <h2>Take your gift</h2>
      <p>
        You are signed in as <b>@{handle}</b>. This link works once, for one account.
      </p>
      <FormTrouble form={form} fields={[]} />
      <div class="acts">
        <SendKey form={form} label="Put it into my library" busyLabel="One moment…" />
      </div>
    </SendForm>
  )
}
