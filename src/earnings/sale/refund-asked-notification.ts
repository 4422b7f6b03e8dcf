import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { say } from '../../lib/language/say.ts'
import { sumText } from '../../lib/money/money.ts'

/** An artist asks to refund more than they have: the owner may (rule: refunding-sales). */
export const refundAskedNotification = defineNotification('refund-asked', {
  digest: 'money',
  details: t.Object({
    artistId: t.String(),
    amount: t.Integer(),
    currency: t.String(),
    lacking: t.Integer(),
    lackingCurrency: t.String(),
    isTest: t.Boolean(),
  }),
  message: ({ artistId, amount, currency, lacking, lackingCurrency, isTest }, who) => ({
    title: say('{who} wants to refund {sum}', { who, sum: sumText({ amount, currency }) }),
    text: isTest
      ? say(
          '{sum} of it are not in their account any more. You can refund the sale; they owe you what is missing · TEST',
          { sum: sumText({ amount: lacking, currency: lackingCurrency }) },
        )
      : say('{sum} of it are not in their account any more. You can refund the sale; they owe you what is missing', {
          sum: sumText({ amount: lacking, currency: lackingCurrency }),
        }),
    path: `/studio/sellers/${artistId}`,
  }),
})
