import { useSignal } from '@preact/signals'
import type { ConvertedFormat } from '../../../src/lib/audio/converted-formats.ts'
import { say } from '../../../src/lib/language/say.ts'
import type { Redeemed } from '../../../src/shop/download-code/model.ts'
import { api } from '../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { NewCasset } from '../../lib/new-casset.tsx'
import { Said } from '../../lib/said.tsx'
import { waitsText } from '../../lib/waits-text.tsx'
import { hearAll } from '../../player/engine.ts'
import { joinList } from '../checkout/news-box.tsx'

export default function Redeem({ code, formats }: { code: string; formats: readonly ConvertedFormat[] }) {
  const form = useForm('redeem')
  const given = useSignal<Redeemed | null>(null)
  const redeem = async (typed: string) => {
    if (typed === '') return form.refuse('code', say('Enter the code.'))
    const answer = await form.send(() => api.codes.redeem.post({ code: typed }))
    if (!answer) return
    given.value = answer.data
    hearAll(answer.data.casset.slug)
  }
  if (given.value) return <Given {...given.value} formats={formats} />
  return (
    <SendForm submit={(data) => redeem(textOf(data, 'code').trim())}>
      <Field
        form={form}
        name="code"
        label={say('Code')}
        defaultValue={code}
        placeholder="ABCD-EFGH-JKMN-PQRS"
        hint={say('Capitals and dashes do not matter.')}
        autocapitalize="characters"
        autocomplete="off"
        spellcheck={false}
        required
      />
      <FormTrouble form={form} fields={['code']} />
      <div class="acts">
        <SendKey form={form} label={say('Redeem')} busyLabel={say('Checking…')} />
      </div>
    </SendForm>
  )
}

function Given({ casset, waiting, extras, news, formats }: Redeemed & { formats: readonly ConvertedFormat[] }) {
  const { slug, name, displayName } = casset
  const text = waiting ? (
    waitsText(waiting)
  ) : (
    <>
      {inParts(
        say('<b>{name}</b> by <span>{displayName}</span> is in your library: play and download all of it.', {
          name,
          displayName,
        }),
        { b: (text) => <b dir="auto">{text}</b>, span: (text) => <span dir="auto">{text}</span> },
      )}
    </>
  )
  return (
    <NewCasset
      {...{ slug, name, text, formats, extras }}
      title={waiting ? say('It is in your library') : say('It’s yours!')}
      hasMusic={waiting?.hasOpen !== false}
    >
      {news !== null && <NewsKey slug={slug} words={news} />}
    </NewCasset>
  )
}

function NewsKey({ slug, words }: { slug: string; words: string }) {
  const said = useSignal('')
  const isDone = useSignal(false)
  const join = async () => {
    const trouble = await joinList(slug, words, 'redeem')
    isDone.value = trouble === null
    said.value = trouble ?? say('Thank you. If your address is not confirmed, an email asks you first.')
  }
  return (
    <section aria-label={say('Mailing list')}>
      {!isDone.value && (
        <>
          <p dir="auto">{words}</p>
          <button type="button" class="key" onClick={() => void join()}>
            {say('Yes, email me')}
          </button>
        </>
      )}
      <Said>{said}</Said>
    </section>
  )
}
