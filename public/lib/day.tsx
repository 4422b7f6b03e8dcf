import { inEachLanguage } from '../../src/lib/language/formats.ts'

const day = inEachLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }))

/** A day as lists and receipts show it: Nov 21, 2026. */
export const Day = ({ iso }: { iso: string }) => <time dateTime={iso}>{day().format(new Date(iso))}</time>
