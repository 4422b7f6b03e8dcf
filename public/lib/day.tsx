import { once } from '../../src/lib/once.ts'

const day = once(() => new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }))

/** A day as lists and receipts show it: Nov 21, 2026. */
export const Day = ({ iso }: { iso: string }) => <time dateTime={iso}>{day().format(new Date(iso))}</time>
