import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { say } from '../../lib/language/say.ts'
import { pagePath } from '../../lib/text/slug.ts'
import { RoomDetails } from '../room-details.ts'

export const removalNotification = defineNotification('comment-removed', {
  details: t.Object(RoomDetails),
  message: ({ slug, name }) => ({
    title: say('A comment of yours was removed'),
    text: say('It was in the room of {name}.', { name }),
    path: pagePath(slug),
  }),
})
