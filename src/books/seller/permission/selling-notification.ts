import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../../../account/notification/define-notification.ts'
import { say } from '../../../lib/language/say.ts'

export const accountNotification = defineNotification('payout-account', {
  digest: 'money',
  details: t.Object({ isEnded: t.Boolean() }),
  message: ({ isEnded }) => ({
    title: say('You cannot be paid at the moment'),
    text: isEnded
      ? say('Your payout account is closed. Nobody can buy from you until you connect another one.')
      : say('Your payout account needs something from you. Nobody can buy from you until then.'),
    path: '/studio/payouts',
  }),
})

export const permissionNotification = defineNotification('selling', {
  details: t.Object({ isAllowed: t.Boolean() }),
  message: ({ isAllowed }) => ({
    title: isAllowed ? say('You can sell now') : say('You cannot sell here at the moment'),
    text: isAllowed
      ? say('The owner of this site allows you to sell from now on.')
      : say('What you have sold stays with its buyers, and what you are owed is paid to you.'),
    path: '/studio/payouts',
  }),
})

export const askNotification = defineNotification('seller-asked', {
  details: t.Object({}),
  message: (_, who) => ({
    title: say('{who} asks to sell on your site', { who }),
    text: say('Nobody can buy from them until you allow it.'),
    path: '/studio/sellers',
  }),
})
