import { momentOf } from '../../lib/time/zoned-time.ts'
import type { PublicShow } from './show.ts'

type Named = { name: string; url: string }

/** Returns a day and hour in a zone in ISO 8601, with the offset of the clocks of that day. */
function isoIn(day: string, time: string | null, zone: string): string {
  if (time === null) return day
  const at = momentOf(`${day}T${time}`, zone) ?? 0
  const offset = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offset
  return `${day}T${time}:00${offset}`
}

const availability = { ON: 'InStock', SOLD_OUT: 'SoldOut', CALLED_OFF: 'Discontinued' } as const

/** Returns a show in the words of schema.org, for search engines. */
export function showData(artist: Named, show: PublicShow) {
  const { day, time, doors, zone, venue, town, country, withWhom, ticketsUrl, state } = show
  const others = withWhom === null ? [] : [{ '@type': 'MusicGroup' as const, name: withWhom }]
  return {
    '@type': 'MusicEvent' as const,
    name: `${artist.name}, ${venue}`,
    url: artist.url,
    startDate: isoIn(day, time, zone),
    ...(doors === null ? {} : { doorTime: isoIn(day, doors, zone) }),
    eventStatus: `https://schema.org/${state === 'CALLED_OFF' ? 'EventCancelled' : 'EventScheduled'}` as const,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode' as const,
    location: {
      '@type': 'MusicVenue' as const,
      name: venue,
      address: { '@type': 'PostalAddress' as const, addressLocality: town, addressCountry: country },
    },
    performer: [{ '@type': 'MusicGroup' as const, ...artist }, ...others],
    ...(ticketsUrl === null
      ? {}
      : {
          offers: {
            '@type': 'Offer' as const,
            url: ticketsUrl,
            availability: `https://schema.org/${availability[state]}` as const,
          },
        }),
  }
}
