import { say } from '../../../../src/lib/language/say.ts'
import { type TapeKind, tapeKinds } from '../../../../src/lib/music/tape.ts'
import { api } from '../../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { textOf, useForm } from '../../../lib/form.ts'
import { go } from '../../../lib/go.ts'

export type PlaceProps = {
  id: string
  kind: TapeKind
  releasedOn: string | null
  /** Null for the first tape. */
  word: string | null
  address: string
}

const isKind = (text: string): text is TapeKind => text in tapeKinds()

export default function Place({ id, kind, releasedOn, word, address }: PlaceProps) {
  return (
    <>
      <About id={id} kind={kind} releasedOn={releasedOn} word={word} address={address} />
      {word !== null && <PutFirst id={id} address={address} />}
    </>
  )
}

function About({ id, kind, releasedOn, word, address }: PlaceProps) {
  const form = useForm('about')
  const save = async (data: FormData) => {
    const [asked, day] = [textOf(data, 'kind'), textOf(data, 'releasedOn')]
    const wanted = textOf(data, 'word').trim().toLowerCase()
    const answer = await form.send(() =>
      api.studio.casset({ id }).patch({
        ...(isKind(asked) ? { kind: asked } : {}),
        releasedOn: day === '' ? null : day,
        ...(word === null || wanted === word ? {} : { word: wanted }),
      }),
    )
    if (answer) go(`/studio/tapes/${answer.data.casset.slug}`, 'replace')
  }
  return (
    <SendForm submit={save}>
      <div class="field">
        <label for="tape-kind">{say('Kind')}</label>
        <select id="tape-kind" name="kind">
          {Object.entries(tapeKinds()).map(([value, label]) => (
            <option key={value} value={value} selected={value === kind}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <Field form={form} name="releasedOn" type="date" label={say('Came out on')} value={releasedOn ?? ''} />
      {word !== null && (
        <Field
          form={form}
          name="word"
          label={say('Address')}
          value={word}
          hint={say('{address}/ followed by this. The current address will redirect.', { address })}
          autocapitalize="none"
          autocomplete="off"
          spellcheck={false}
        />
      )}
      <FormTrouble form={form} fields={['kind', 'releasedOn', 'word']} />
      <div class="acts">
        <SendKey form={form} label={say('Save')} busyLabel={say('Saving…')} />
      </div>
    </SendForm>
  )
}

function PutFirst({ id, address }: Pick<PlaceProps, 'id' | 'address'>) {
  const form = useForm('first')
  const put = async (data: FormData) => {
    const formerWord = textOf(data, 'formerWord').trim().toLowerCase()
    if (formerWord === '') return form.refuse('formerWord', say('Enter a new address for your current first casset.'))
    const answer = await form.send(() => api.studio.casset({ id }).patch({ first: true, formerWord }))
    if (answer) go(`/studio/tapes/${answer.data.casset.slug}`, 'replace')
  }
  return (
    <SendForm submit={put}>
      <h3>{say('Make it your first casset')}</h3>
      <p class="hint">
        {say('Then {address} shows this casset. Buyers of either keep it, and both old addresses redirect.', {
          address,
        })}
      </p>
      <Field
        form={form}
        name="formerWord"
        label={say('New address of your current first casset')}
        hint={say('{address}/ followed by this.', { address })}
        autocapitalize="none"
        autocomplete="off"
        spellcheck={false}
      />
      <FormTrouble form={form} fields={['formerWord']} />
      <div class="acts">
        <SendKey form={form} label={say('Put it first')} busyLabel={say('Changing…')} />
      </div>
    </SendForm>
  )
}
