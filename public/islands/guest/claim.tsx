import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { api } from '../../lib/api.ts'
import { DownloadLinks, downloadsOf, downloadWords } from '../../lib/download-links.tsx'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { useForm } from '../../lib/form.ts'
import { hearAll } from '../../player/engine.ts'

type ClaimProps = { secret: string; slug: string; name: string; handle: string }

/** The one key that puts what a guest collected into the library of whoever is signed in. */
export default function GuestClaim({ secret, slug, name, handle }: ClaimProps) {
  const form = useForm('claim')
  const isDone = useSignal(false)
  if (isDone.value) return <Done slug={slug} name={name} />
  return (
    <SendForm
      submit={async () => {
        const answer = await form.send(() => api.guest.claim.post({ secret }))
        if (!answer) return
        hearAll(slug)
        isDone.value = true
      }}
    >
      <h2>Put it into your library</h2>
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

function Done({ slug, name }: Pick<ClaimProps, 'slug' | 'name'>) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  return (
    <div class="form">
      <h2 ref={head} tabIndex={-1}>
        It is in your library
      </h2>
      <p>From now on you hear all of it, wherever you are signed in.</p>
      <div class="acts">
        <a class="key go" href={`/@${slug}`}>
          Go to the casset
        </a>
        <a class="key" href="/library">
          Go to your library
        </a>
      </div>
      <DownloadLinks at={downloadsOf(slug)} name={name} />
      <p class="fine-print">{downloadWords}</p>
    </div>
  )
}
