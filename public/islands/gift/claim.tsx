import { useSignal } from '@preact/signals'
import type { ConvertedFormat } from '../../../src/lib/audio/converted-formats.ts'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { useForm } from '../../lib/form.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { NewCasset } from '../../lib/new-casset.tsx'
import { hearAll } from '../../player/engine.ts'

type ClaimProps = {
  secret: string
  isGift: boolean
  slug: string
  name: string
  handle: string
  formats: readonly ConvertedFormat[]
}

/** Puts what a link gives into the library of the visitor. */
export default function Claim({ secret, isGift, slug, name, handle, formats }: ClaimProps) {
  const form = useForm('claim')
  const isDone = useSignal(false)
  if (isDone.value) {
    const title = isGift ? say('It’s yours!') : say('It is in your library')
    const text = say('From now on you hear all of it, wherever you are signed in.')
    return <NewCasset slug={slug} name={name} title={title} text={text} formats={formats} />
  }
  return (
    <SendForm
      submit={async () => {
        if (!(await form.send(() => api.claim.post({ secret })))) return
        hearAll(slug)
        isDone.value = true
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
