import { inParts } from '../../../../../public/lib/in-parts.tsx'
import { say } from '../../../../lib/language/say.ts'
import { momentText } from '../../../../lib/time/moment-text.ts'
import { eventText } from './labels.ts'
import type { ReleaseView } from './view.ts'

const anchorText = ({ status, index }: ReleaseView['anchor']): string => {
  if (status === 'PENDING' || index === null)
    return say('The signing of this version is not in the public log yet: that takes a moment.')
  const place = say('The signing of this version is entry {index} of the public log of this site.', {
    index: index + 1,
  })
  return status === 'CONFIRMED' ? say('{place} A witness outside has cosigned it.', { place }) : place
}

const ForPrograms = ({ id }: { id: string }) =>
  (['manifest', 'provenance', 'lineage', 'dna'] as const).map((what, at) => (
    <span key={what}>
      {at > 0 && ' · '}
      <a href={`/api/agents/releases/${id}/${what}`}>{what}</a>
    </span>
  ))

export const History = ({ view: { release, events, eventCount, anchor, hash } }: { view: ReleaseView }) => (
  <section aria-labelledby="history">
    <h2 id="history">{say('What happened to it')}</h2>
    <p>
      {say(
        'Each event names the one before, is an entry of the public log, and the site signs how many there are. {anchor}',
        { anchor: anchorText(anchor) },
      )}
    </p>
    <ol class="lines events" reversed start={eventCount}>
      {events.map((event) => (
        <li key={event.sequence} value={event.sequence}>
          <span class="mono">
            {event.sequence} ·{' '}
            <time dateTime={event.occurredAt}>{say('{time} UTC', { time: momentText(event.occurredAt) })}</time>
          </span>
          {eventText(event)}
          {event.actor.handle !== undefined && ` · @${event.actor.handle}`}
        </li>
      ))}
    </ol>
    {eventCount > events.length && (
      <p class="fine-print">
        {say('The newest {events, plural, one {# event} other {# events}} of {eventCount}.', {
          events: events.length,
          eventCount,
        })}
      </p>
    )}
    <p class="fine-print">
      {inParts(say('For programs: <links></links>. SHA-256 of the manifest: <hash></hash>'), {
        links: () => <ForPrograms id={release.id} />,
        hash: () => <code>{hash}</code>,
      })}
    </p>
  </section>
)
