import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { say } from '../../lib/language/say.ts'
import { pagePath } from '../../lib/text/slug.ts'

export const acceptedNotification = defineNotification('clip-accepted', {
  switch: 'rewards',
  digest: 'news',
  details: t.Object({ slug: t.String() }),
  message: ({ slug }, who) => ({
    title: say('{who} accepted your clip', { who }),
    text: say('Everybody sees it on their page now.'),
    path: pagePath(slug),
  }),
})
