import { inEachLanguage } from '../../src/lib/language/formats.ts'

const day = inEachLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }))

/** A day as lists and receipts show it: Nov 21, 2026. */
export const Day = ({ iso }: { iso: string }) => <time dateTime={iso}>{day().format(new Date(iso))}</time>

const moment = inEachLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      ...({ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const),
      timeZone: 'UTC',
      timeZoneName: 'short',
    }),
)

/** A moment of a story: Nov 21, 2026, 8:00 PM UTC. */
export const Moment = ({ iso }: { iso: string }) => <time dateTime={iso}>{moment().format(new Date(iso))}</time>
