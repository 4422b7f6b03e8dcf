import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../../account/notification/define-notification.ts'
import type { CassetRow } from '../../casset/casset.ts'
import { say } from '../../lib/language/say.ts'

export const pageOf = (slug: string) => `/studio/together/${slug}`

const Shared = t.Object({ slug: t.String(), name: t.String() })

export const sharedDetails = ({ slug, name }: CassetRow) => ({ slug: slug ?? '', name })

export const invitationNotification = defineNotification('co-casset-invitation', {
  details: Shared,
  message: ({ slug, name }, who) => ({
    title: say('{who} invites you to make “{name}” together', { who, name }),
    text: say('See who is in it and what your part would be, and accept or decline.'),
    path: pageOf(slug),
  }),
})

export const joiningNotification = defineNotification('co-casset-joined', {
  digest: 'news',
  details: Shared,
  message: ({ slug, name }, who) => ({
    title: say('{who} joined “{name}”', { who, name }),
    text: '',
    path: pageOf(slug),
  }),
})

export const proposalNotification = defineNotification('co-casset-splits', {
  details: Shared,
  message: ({ slug, name }, who) => ({
    title: say('{who} proposes new splits for “{name}”', { who, name }),
    text: say('They apply to new sales once all of you have accepted them.'),
    path: pageOf(slug),
  }),
})
