import { useSignal } from '@preact/signals'
import type { ConvertedFormat } from '../../../src/lib/audio/converted-formats.ts'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { type Form, useForm } from '../../lib/form.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { NewCasset } from '../../lib/new-casset.tsx'
import { hearAll } from '../../player/engine.ts'

export type ClaimProps = {
  secret: string
  slug: string
  name: string
  handle: string
  formats: readonly ConvertedFormat[]
}

type ClaimFormProps = Omit<ClaimProps, 'secret'> & {
  id: string
  title: string
  doneTitle: string
  send: (form: Form) => Promise<unknown>
}

export function ClaimForm({ id, slug, name, handle, formats, title, doneTitle, send }: ClaimFormProps) {
  const form = useForm(id)
  const isDone = useSignal(false)
  if (isDone.value) {
    const text = say('From now on you hear all of it, wherever you are signed in.')
    return <NewCasset slug={slug} name={name} title={doneTitle} text={text} formats={formats} />
  }
  return (
    <SendForm
      submit={async () => {
        const answer = await send(form)
        if (!answer) return
        hearAll(slug)
        isDone.value = true
      }}
    >
      <h2>{title}</h2>
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

export default function ClaimGift({ secret, ...shown }: ClaimProps) {
  const send = (form: Form) => form.send(() => api.gifts.claim.post({ secret }))
  return <ClaimForm {...shown} id="gift" title={say('Take your gift')} doneTitle={say('It’s yours!')} send={send} />
}
