import { inEachLanguage } from '../../src/lib/language/formats.ts'
import { dayText } from '../../src/lib/time/day-text.ts'

/** A day as lists and receipts show it. */
export const Day = ({ iso }: { iso: string }) => <time dateTime={iso}>{dayText(iso)}</time>

const moment = inEachLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      ...({ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const),
      timeZone: 'UTC',
      timeZoneName: 'short',
    }),
)

/** A moment of a story: 21 Nov 2026, 20:00 UTC. */
export const Moment = ({ iso }: { iso: string }) => <time dateTime={iso}>{moment().format(new Date(iso))}</time>
