import { type Signal, useSignal } from '@preact/signals'
import type { Show } from '../../../../src/audience/show/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { countryName } from '../../../../src/lib/payment/country.ts'
import { wallText } from '../../../../src/lib/time/wall-text.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { focusOn } from '../../../lib/focus-on.ts'
import { troubleOf } from '../../../lib/trouble.ts'
import { type Country, type Draft, ShowForm } from './show-form.tsx'

export type ShowsProps = { shows: readonly Show[]; countries: readonly Country[]; most: number }

/** The show that is being written: a new one has no id. */
type Open = { id: string | null; draft: Draft }

const sorted = (shows: readonly Show[]) =>
  shows.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt) || a.id.localeCompare(b.id))

/** An artist's concerts, each a card with its form: added, changed, copied and deleted. */
export default function Shows({ shows, countries, most }: ShowsProps) {
  const all = useSignal(shows)
  const open = useSignal<Open | null>(null)
  const leaving = useSignal<Show | null>(null)
  const write = (id: string | null, draft: Draft) => {
    open.value = { id, draft }
    focusOn('#show-day')
  }
  const close = (id: string | null) => {
    open.value = null
    focusOn(id === null ? '#add-show' : `#show-${id}`)
  }
  const saved = (show: Show) => {
    all.value = sorted([...all.value.filter(({ id }) => id !== show.id), show])
    open.value = null
    announce(say('{venue} is saved.', { venue: show.venue }))
    focusOn(`#show-${show.id}`)
  }
  const coming = all.value.filter(({ isOver }) => !isOver)
  const over = all.value.filter(({ isOver }) => isOver).toReversed()
  const last = all.value.at(-1)
  const form = open.value && (
    <ShowForm
      key={open.value.id ?? 'new'}
      id={open.value.id}
      draft={open.value.draft}
      countries={countries}
      done={saved}
      close={close}
    />
  )
  const rows = (shows: readonly Show[]) => (
    <ul class="rows letters">
      {shows.map((show) =>
        open.value?.id === show.id ? (
          <li key={show.id} class="whole">
            {form}
          </li>
        ) : (
          <Row key={show.id} show={show} leaving={leaving} write={write} />
        ),
      )}
    </ul>
  )
  return (
    <>
      {open.value?.id === null ? (
        form
      ) : (
        <div class="acts">
          <button
            type="button"
            id="add-show"
            class="key go needs-js"
            disabled={coming.length >= most}
            onClick={() => write(null, { zone: last?.zone ?? null, country: last?.country ?? '' })}
          >
            {say('Add a show')}
          </button>
        </div>
      )}
      {coming.length >= most && <p class="hint">{say('You have {mostShows} shows to come.', { mostShows: most })}</p>}
      {coming.length > 0 ? rows(coming) : <p class="empty">{say('No show to come. Where do you play next?')}</p>}
      {over.length > 0 && (
        <section class="stack" aria-labelledby="over">
          <h2 id="over">{say('Past shows')}</h2>
          {rows(over)}
        </section>
      )}
      <AskDialog
        about={leaving}
        title={() => say('Delete the show?')}
        keep={say('Keep it')}
        go={say('Delete')}
        act={async ({ id }) => {
          const { error } = await api.studio.shows({ id }).delete()
          if (error) return troubleOf(error)
          all.value = all.value.filter((each) => each.id !== id)
          return null
        }}
        after={() => focusOn('#add-show')}
      >
        {({ isOver }) => (
          <p>
            {isOver
              ? say('It goes from calendars, too.')
              : say('Calendars forget it without a word. If people know of it, say in its form that it is called off.')}
          </p>
        )}
      </AskDialog>
    </>
  )
}

type RowProps = {
  show: Show
  leaving: Signal<Show | null>
  write: (id: string | null, draft: Draft) => void
}

function Row({ show, leaving, write }: RowProps) {
  const { id, day, time, venue, town, country, state, isOver } = show
  const named = { venue, day: wallText(day, null) }
  return (
    <li id={`show-${id}`} tabIndex={-1}>
      <div>
        <b dir="auto">{venue}</b>
        <p>
          <bdi>{town}</bdi>, {countryName(country)}
        </p>
        <p class="mono">
          {wallText(day, time)}
          {state === 'SOLD_OUT' && ` · ${say('Sold out')}`}
          {state === 'CALLED_OFF' && ` · ${say('Called off ## a show')}`}
        </p>
      </div>
      <div class="acts">
        {!isOver && (
          <button
            type="button"
            class="key needs-js"
            aria-label={say('Change: {venue}, {day}', named)}
            onClick={() => write(id, show)}
          >
            {say('Change it')}
          </button>
        )}
        <button
          type="button"
          class="key needs-js"
          aria-label={say('Copy: {venue}, {day} ## a show', named)}
          // All but its day and what became of it.
          onClick={() => write(null, { ...show, day: '', state: 'ON' })}
        >
          {say('Copy ## make another one like it')}
        </button>
        <button
          type="button"
          class="key needs-js"
          aria-label={say('Delete: {venue}, {day}', named)}
          onClick={() => {
            leaving.value = show
          }}
        >
          {say('Delete')}
        </button>
      </div>
    </li>
  )
}
