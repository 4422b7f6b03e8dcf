import { dateOf, dayOf } from './calendar.ts'

/** A moment, or a whole day (YYYY-MM-DD), for somebody's own calendar. */
export type CalendarEvent = {
  /** Stays the same when the moment moves, so that a calendar moves what it has. */
  uid: string
  title: string
  text: string
  url: string
  place?: string
  isCalledOff?: boolean
  /** Since when this is how it is (ms). */
  madeAt: number
} & ({ startsAt: number; lengthMs: number } | { day: string })

const mostOctets = 74
const encoder = new TextEncoder()

const stamp = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')

const escaped = (text: string): string => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n?|\n/g, '\\n')

/** Folds a line of more than 75 octets, between characters (RFC 5545, 3.1). */
function folded(line: string): string {
  const lines: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > mostOctets) {
      lines.push(part)
      part = ''
      octets = 0
    }
    part += character
    octets += size
  }
  return [...lines, part].join('\r\n ')
}

const basicDay = (count: number): string => dateOf(count).replaceAll('-', '')

const spanOf = (event: CalendarEvent): string[] => {
  if (!('day' in event)) {
    return [`DTSTART:${stamp(event.startsAt)}`, `DTEND:${stamp(event.startsAt + event.lengthMs)}`]
  }
  const count = dayOf(event.day) ?? 0
  return [`DTSTART;VALUE=DATE:${basicDay(count)}`, `DTEND;VALUE=DATE:${basicDay(count + 1)}`]
}

const alarmOf = (title: string): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escaped(title)}`,
  'TRIGGER:PT0S',
  'END:VALARM',
]

const eventLines = (event: CalendarEvent, alarm: string[]): string[] => {
  const { uid, title, text, url, place, isCalledOff, madeAt } = event
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${stamp(madeAt)}`,
    // A later file counts over an earlier one.
    `SEQUENCE:${Math.floor(madeAt / 60_000)}`,
    ...spanOf(event),
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    ...(place === undefined ? [] : [`LOCATION:${escaped(place)}`]),
    ...(isCalledOff === undefined ? [] : [`STATUS:${isCalledOff ? 'CANCELLED' : 'CONFIRMED'}`]),
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    ...alarm,
    'END:VEVENT',
  ]
}

const fileOf = (lines: readonly string[]): string => {
  const all = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Tapedeck//EN', 'METHOD:PUBLISH', ...lines, 'END:VCALENDAR']
  return `${all.map(folded).join('\r\n')}\r\n`
}

/** Returns an iCalendar file of one event, with an alarm at its moment (RFC 5545). */
export const calendarFile = (event: CalendarEvent): string => fileOf(eventLines(event, alarmOf(event.title)))

/** Returns an iCalendar file to which calendars subscribe (RFC 7986), without alarms. */
export const calendarOf = (name: string, events: readonly CalendarEvent[]): string =>
  fileOf([
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
    ...events.flatMap((event) => eventLines(event, [])),
  ])
