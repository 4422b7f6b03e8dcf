import { type CalendarEvent, calendarFile } from '../../../lib/time/calendar-file.ts'
import { attachmentHeader } from './attachment.ts'

export const sendCalendar = (event: CalendarEvent, name: string): Response =>
  new Response(calendarFile(event), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': attachmentHeader(`${name}.ics`),
      'cache-control': 'private, no-store',
    },
  })
