import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { say } from '../../lib/language/say.ts'
import { pagePath } from '../../lib/text/slug.ts'

/** Somebody shared a casset; its artist is notified once a person and day. */
export const shareNotification = defineNotification('share', {
  switch: 'shares',
  details: t.Object({ name: t.String(), slug: t.String() }),
  message: ({ name, slug }, who) => ({
    title: say('{who} shared {name}', { who, name }),
    text: '',
    path: pagePath(slug),
  }),
})
