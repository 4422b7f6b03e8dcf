import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { openingText } from '../../casset/access/opening.ts'
import { say } from '../../lib/language/say.ts'
import { pagePath } from '../../lib/text/slug.ts'
import { Nullable } from '../../platform/http/request/schema.ts'

const what = t.Union([t.Literal('opened'), t.Literal('moved'), t.Literal('calledOff')])

export const preorderNotification = defineNotification('preorder', {
  details: t.Object({
    what,
    name: t.String(),
    slug: t.String(),
    opensAt: Nullable(t.Integer({ description: 'ms; null once it is open or called off' })),
    opensZone: Nullable(t.String()),
  }),
  message: ({ what, name, slug, opensAt, opensZone }, _who, ctx) => {
    if (what === 'opened')
      return { title: say('{name} is open', { name }), text: say('All of it is yours now.'), path: pagePath(slug) }
    if (what === 'moved') {
      const hour = opensAt === null ? '' : openingText(ctx, opensAt, opensZone)
      return { title: say('{name} opens {hour}', { name, hour }), text: say('Its artist moved it.'), path: '/library' }
    }
    return { title: say('{name} was called off', { name }), text: say('Its preorders are refunded.'), path: '/library' }
  },
})

/** A tape of an artist has opened, which followers are told who have not ordered it. */
export const openedNotification = defineNotification('opened', {
  digest: 'news',
  details: t.Object({ name: t.String(), artist: t.String(), slug: t.String() }),
  message: ({ name, artist, slug }) => ({
    title: say('{name} is out', { name }),
    text: say('New from {artist}, whom you follow', { artist }),
    path: pagePath(slug),
  }),
})
