import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { say } from '../../lib/language/say.ts'
import { joinSentences } from '../../lib/text/gap.ts'
import { pagePath } from '../../lib/text/slug.ts'
import { spokenHour } from '../../lib/time/spoken-hour.ts'
import { RoomDetails } from '../room-details.ts'

export const memberStatusNotification = defineNotification('room-standing', {
  details: t.Object({
    ...RoomDetails,
    state: t.Union([t.Literal('muted'), t.Literal('banned'), t.Literal('moderator'), t.Literal('free')]),
    until: t.Union([t.String(), t.Null()]),
    reason: t.Union([t.String(), t.Null()]),
  }),
  message: ({ slug, name, state, until, reason }, _, { now }) => ({
    title: titles[state](name),
    text: joinSentences(
      until === null ? '' : say('Until {until} UTC.', { until: spokenHour(Date.parse(until), 'UTC', now()) }),
      reason ?? '',
    ),
    path: pagePath(slug),
  }),
})

const titles = {
  muted: (name: string) => say('You cannot write in the room of {name} for now', { name }),
  banned: (name: string) => say('You cannot enter the room of {name} for now', { name }),
  moderator: (name: string) => say('You moderate the room of {name}', { name }),
  free: (name: string) => say('You are free to write in the room of {name} again', { name }),
}
