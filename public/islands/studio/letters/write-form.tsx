import { useSignal } from '@preact/signals'
import type { TargetedInputEvent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { ChangedLetter } from '../../../../src/audience/letter/model.ts'
import { longestLetter, longestSubject } from '../../../../src/lib/account/letter-lengths.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { api } from '../../../lib/api.ts'
import { AreaField } from '../../../lib/area-field.tsx'
import { Field, FormTrouble } from '../../../lib/field.tsx'
import { type Form, lengthFault, textOf } from '../../../lib/form.ts'
import { PictureKey } from '../../../lib/picture-key.tsx'
import { type Collected, SavedForm, storeChanges, useSaver } from '../../../lib/saved-form.tsx'
import { troubleOf } from '../../../lib/trouble.ts'
import type { LetterState, LetterTape } from './letter.tsx'
import { Readers } from './readers.tsx'

type Props = LetterState & { form: Form; tapes: readonly LetterTape[]; shows: string }
type Change = Omit<ChangedLetter, 'revision'>

// Long enough not to save while somebody types, short enough to lose nothing.
const restMs = 1_500

/** Every field is stored as it is left, the text while writing rests. */
export function WriteForm({ form, tapes, shows, letter, reach }: Props) {
  const { id, picture } = letter.value
  const text = useRef(letter.value.body)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const written = useSignal(letter.value.body)
  const send = async (change: Change) => {
    const answer = await api.studio.letters({ id }).patch({ revision: letter.value.revision, ...change })
    if (answer.data) letter.value = answer.data.letter
    return answer
  }
  const saver = useSaver(form, (data) => storeChanges(collect(data, letter.value), send))
  useEffect(() => () => clearTimeout(timer.current), [])
  const rest = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(saver.save, restMs)
  }
  const write = (next: string) => {
    text.current = next
    written.value = next
    rest()
  }
  const insert = (part: string) => write(`${text.current.trimEnd()}\n\n${part}\n\n`.trimStart())
  // A browser is busy for seconds with a megabyte. A text that is a little too long can be cut
  // here.
  const refuseHuge = (event: TargetedInputEvent<HTMLTextAreaElement>) => {
    const next = event.currentTarget.value + (event.data ?? '')
    if (next.length <= 2 * longestLetter) return
    event.preventDefault()
    form.refuse('body', lengthFault(next, longestLetter))
  }
  const choosePicture = async (next: Change['picture']) => {
    const { error } = await send({ picture: next ?? null })
    return error ? troubleOf(error).text : null
  }
  return (
    <SavedForm form={form} saver={saver} class="form wide letter-form">
      <Field
        form={form}
        name="subject"
        label={say('Subject')}
        defaultValue={letter.value.subject}
        autocomplete="off"
        onInput={rest}
      />
      <fieldset class="field">
        <legend>{say('Picture')}</legend>
        {picture && <img class="letter-picture" src={picture.url} alt={picture.alt} width={320} />}
        <PictureKey
          label={picture ? say('Another picture') : say('Add a picture')}
          onPicture={(fresh) => choosePicture({ assetId: fresh.id, alt: picture?.alt ?? '' })}
        >
          {picture && (
            <button type="button" class="key" onClick={() => void choosePicture(null)}>
              {say('Without it')}
            </button>
          )}
        </PictureKey>
      </fieldset>
      {picture && (
        <Field
          form={form}
          name="alt"
          label={say('The picture in words')}
          defaultValue={picture.alt}
          hint={say('For readers who do not see it.')}
          autocomplete="off"
        />
      )}
      <AreaField
        form={form}
        name="body"
        label={say('Letter')}
        rows={16}
        value={written.value}
        onWrite={write}
        onBeforeInput={refuseHuge}
        hint={say(
          'An empty line begins a paragraph. **bold**, *italic*, # heading, - list, > quote, [words](https://…).',
        )}
      />
      <InsertTape tapes={tapes} insert={insert} />
      {shows !== '' && (
        <div class="acts">
          <button type="button" class="key" onClick={() => insert(shows)}>
            {say('Insert your shows')}
          </button>
        </div>
      )}
      <Readers form={form} letter={letter.value} tapes={tapes} reach={reach} />
      <label class="switch">
        <input type="checkbox" name="isPublic" defaultChecked={letter.value.isPublic} />
        <span>{say('It also has a page, which everybody can read, and is in your feed.')}</span>
      </label>
      <FormTrouble form={form} fields={['subject', 'body', 'alt']} />
    </SavedForm>
  )
}

function collect(data: FormData, letter: LetterState['letter']['value']): Collected<Change> {
  const [subject, body, alt] = ['subject', 'body', 'alt'].map((name) => textOf(data, name))
  const to = {
    list: data.has('list'),
    followers: data.has('followers'),
    collectorsOf: textOf(data, 'collectorsOf') || null,
  }
  const faults = [
    { field: 'subject', text: lengthFault(subject ?? '', longestSubject) },
    { field: 'body', text: lengthFault(body ?? '', longestLetter) },
  ].filter(({ text }) => text !== '')
  const isFit = (field: string) => !faults.some((fault) => fault.field === field)
  const isPublic = data.has('isPublic')
  const { picture } = letter
  const changes: Change = {
    ...(subject !== undefined && subject.trim() !== letter.subject && isFit('subject') ? { subject } : {}),
    ...(body !== undefined && body.trim() !== letter.body && isFit('body') ? { body } : {}),
    ...(picture && alt !== undefined && alt.trim() !== picture.alt
      ? { picture: { assetId: picture.assetId, alt } }
      : {}),
    ...(JSON.stringify(to) === JSON.stringify(letter.to) ? {} : { to }),
    ...(isPublic === letter.isPublic ? {} : { isPublic }),
  }
  return { changes: Object.keys(changes).length > 0 ? changes : null, faults }
}

type InsertProps = { tapes: readonly LetterTape[]; insert: (url: string) => void }

/** Puts the address of a tape on a line of its own, where it becomes its sleeve. */
function InsertTape({ tapes, insert }: InsertProps) {
  const open = tapes.filter(({ isPublic }) => isPublic)
  const chosen = useSignal(open[0]?.url ?? '')
  if (open.length === 0) return <p class="hint">{say('Publish a casset, and you can put its sleeve into a letter.')}</p>
  return (
    <div class="field">
      <label for="insert-tape">{say('Insert a casset')}</label>
      <div class="line">
        <select
          id="insert-tape"
          value={chosen.value}
          onChange={({ currentTarget }) => {
            chosen.value = currentTarget.value
          }}
        >
          {open.map(({ url, name }) => (
            <option key={url} value={url}>
              {name}
            </option>
          ))}
        </select>
        <button type="button" class="key" onClick={() => insert(chosen.value)}>
          {say('Insert')}
        </button>
      </div>
      <p class="hint">{say('Its address on a line of its own becomes the sleeve, with its price and a link.')}</p>
    </div>
  )
}
