import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Suggestions } from '../../../src/casset/track/model.ts'
import { inEachLanguage } from '../../../src/lib/language/formats.ts'
import { say } from '../../../src/lib/language/say.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { Said } from '../../lib/said.tsx'
import type { CassetEditor } from './casset-editor.ts'
import { ReadOtherwise } from './track/read-otherwise.tsx'

const list = inEachLanguage((locale) => new Intl.ListFormat(locale))

function suggestionsText({ isrcs, lyrics, credits, by, order, name, styles, cover }: Suggestions): string {
  const said = [
    name === null ? '' : say('the name “{name}”', { name }),
    cover ? say('a cover') : '',
    styles.length > 0
      ? say('{count, plural, one {the style {styles}} other {the styles {styles}}}', {
          count: styles.length,
          styles: styles.join(', '),
        })
      : '',
    order ? say('the order of the tracks') : '',
    isrcs > 0 ? say('{isrcs, plural, one {# ISRC} other {# ISRCs}}', { isrcs }) : '',
    lyrics > 0
      ? say('{tracks, plural, one {the lyrics of # track} other {the lyrics of # tracks}}', { tracks: lyrics })
      : '',
    by > 0 ? say('{tracks, plural, one {the artist of # track} other {the artists of # tracks}}', { tracks: by }) : '',
    credits > 0
      ? say('{tracks, plural, one {the credits of # track} other {the credits of # tracks}}', { tracks: credits })
      : '',
  ]
  return list().format(said.filter((part) => part !== ''))
}

/** `first`: what the files said when the page came. */
export function FileTags({ editor, first }: { editor: CassetEditor; first: Suggestions }) {
  const found = useSignal<Suggestions | null>(first)
  const problem = useSignal('')
  const ready = editor.tracks.value.filter(({ file }) => file.status === 'READY').map(({ id }) => id)
  const isComplete = editor.tracks.value.every(({ file }) => file.status !== 'PROCESSING')
  const readFor = useRef(isComplete ? ready.join() : '')
  const { id } = editor.casset.value
  useEffect(() => {
    // The order and name of an album that is still being read would be those of its first files.
    if (ready.length === 0 || !isComplete || readFor.current === ready.join()) return
    readFor.current = ready.join()
    const read = async () => {
      const { data } = await api.studio.casset({ id })['file-tags'].get()
      found.value = data ?? null
    }
    read().catch(() => undefined)
  }, [ready.join(), isComplete])
  const words = found.value ? suggestionsText(found.value) : ''
  if (words === '' || !isComplete) return null
  const take = async () => {
    const trouble = await editor.takeFileTags()
    problem.value = trouble?.text ?? ''
    if (trouble) return
    found.value = null
    announce(say('Taken from your files.'))
  }
  return (
    <section class="notice file-tags stack" aria-label={say('What your files say')}>
      <p>{say('We found {words} in your files.', { words })}</p>
      <ReadOtherwise editor={editor} tracks={editor.tracks.value} />
      <p class="acts">
        <button type="button" class="key" onClick={() => void take()}>
          {say('Use them')}
        </button>
        <button
          type="button"
          class="key"
          onClick={() => {
            found.value = null
          }}
        >
          {say('Not now')}
        </button>
      </p>
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </section>
  )
}
