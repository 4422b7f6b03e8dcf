import { Type as t } from '@sinclair/typebox'
import { partsBy } from '../../../db/prepared.ts'
import { creditConsents } from '../../../db/schema/casset/credit.ts'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { say } from '../../lib/language/say.ts'
import { pagePath } from '../../lib/text/slug.ts'

const stateOf = partsBy(creditConsents, ['state'], 'id')

export const creditNotification = defineNotification('credit-asked', {
  digest: 'news',
  details: t.Object({ id: t.String(), name: t.String(), track: t.String() }),
  message: ({ id, name, track }, who, ctx) => ({
    title: say('{who} says that “{track}” is by you', { who, track }),
    text: say('Is “{name}” you, and may it lead to your page? Say yes or no', { name }),
    path: `/account/credits#${id}`,
    ...(stateOf(ctx.db).get({ id })?.state === 'ASKED' ? { creditId: id } : {}),
  }),
})

export const agreedNotification = defineNotification('credit-agreed', {
  details: t.Object({ slug: t.String(), name: t.String(), casset: t.String() }),
  message: ({ slug, name, casset }, who) => ({
    title: say('{who} said yes', { who }),
    text: say('“{name}” on “{casset}” now leads to their page', { name, casset }),
    path: pagePath(slug),
  }),
})
