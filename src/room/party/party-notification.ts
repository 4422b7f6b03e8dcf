import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { openingText } from '../../casset/access/opening.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { partyPath } from './party.ts'

const told = { name: t.String(), artist: t.String(), slug: t.String() }

const what = t.Union([t.Literal('announced'), t.Literal('moved'), t.Literal('calledOff')])

type Hour = { startsAt: number; zone: string }

const hourOf = (ctx: Ctx, { startsAt, zone }: Hour) => openingText(ctx, startsAt, zone)

export const partyNotification = defineNotification('party', {
  digest: 'news',
  details: t.Object({ what, startsAt: t.Integer({ description: 'ms' }), zone: t.String(), ...told }),
  message: ({ what, name, artist, slug, ...hour }, _who, ctx) => ({
    title:
      what === 'calledOff'
        ? say('The listening party for {name} was called off', { name })
        : what === 'moved'
          ? say('The listening party for {name} moved', { name })
          : say('Listening party for {name}', { name }),
    text:
      what === 'calledOff'
        ? say('by {displayName}', { displayName: artist })
        : say('{hour}. {artist} plays it for everybody at once.', { hour: hourOf(ctx, hour), artist }),
    path: partyPath(slug),
  }),
})

export const partyBegunNotification = defineNotification('party-begun', {
  details: t.Object(told),
  message: ({ name, artist, slug }) => ({
    title: say('The listening party for {name} begins', { name }),
    text: say('by {displayName}', { displayName: artist }),
    path: partyPath(slug),
  }),
})
