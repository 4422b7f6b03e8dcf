/** A moment for somebody's own calendar. */
export type CalendarEvent = {
  /** Stays the same when the moment moves, so that a calendar moves what it has. */
  uid: string
  title: string
  text: string
  url: string
  startsAt: number
  lengthMs: number
  /** When the file is made (ms). */
  madeAt: number
}

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

/** Returns an iCalendar file of one event, with an alarm at its moment (RFC 5545). */
export function calendarFile({ uid, title, text, url, startsAt, lengthMs, madeAt }: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tapedeck//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${stamp(madeAt)}`,
    // A later file counts over an earlier one.
    `SEQUENCE:${Math.floor(madeAt / 60_000)}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(startsAt + lengthMs)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    'TRIGGER:PT0S',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
