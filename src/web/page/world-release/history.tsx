import { count } from '../../../lib/count.ts'
import { inEachLanguage } from '../../../lib/language/formats.ts'
import { eventText } from './labels.ts'
import type { ReleaseView } from './view.ts'

const moment = inEachLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
)

const anchorText = ({ status, index }: ReleaseView['anchor']): string => {
  if (status === 'PENDING' || index === null)
    return 'The signing of this version is not in the public log yet: that takes a moment.'
  const place = `The signing of this version is entry ${index + 1} of the public log of this site.`
  return status === 'CONFIRMED' ? `${place} OpenTimestamps names a Bitcoin block that attests it.` : place
}

/** The history of a release, newest first. */
export const History = ({ view: { release, events, eventCount, anchor, hash } }: { view: ReleaseView }) => (
  <section aria-labelledby="history">
    <h2 id="history">What happened to it</h2>
    <p>
      Each event names the one before, is an entry of the public log, and the site signs how many there are.{' '}
      {anchorText(anchor)}
    </p>
    <ol class="lines events" reversed start={eventCount}>
      {events.map((event) => (
        <li key={event.sequence} value={event.sequence}>
          <span class="mono">
            {event.sequence} ·{' '}
            <time dateTime={event.occurredAt}>{moment().format(new Date(event.occurredAt))} UTC</time>
          </span>
          {eventText(event)}
          {event.actor.handle !== undefined && ` by @${event.actor.handle}`}.
        </li>
      ))}
    </ol>
    {eventCount > events.length && (
      <p class="fine-print">
        The newest {count(events.length, 'event')} of {eventCount}.
      </p>
    )}
    <p class="fine-print">
      For programs:{' '}
      {(['manifest', 'provenance', 'lineage', 'dna'] as const).map((what, at) => (
        <span key={what}>
          {at > 0 && ', '}
          <a href={`/api/agents/releases/${release.id}/${what}`}>{what}</a>
        </span>
      ))}
      . SHA-256 of the manifest: <code>{hash}</code>
    </p>
  </section>
)
