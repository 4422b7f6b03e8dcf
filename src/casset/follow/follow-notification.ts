import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { say } from '../../lib/language/say.ts'
import { pagePath } from '../../lib/text/slug.ts'

export const followNotification = defineNotification('follow', {
  switch: 'shares',
  details: t.Object({ slug: t.String() }),
  message: ({ slug }, who) => ({ title: say('{who} follows you', { who }), text: '', path: pagePath(slug) }),
})
