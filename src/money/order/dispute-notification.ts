import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { readBought } from '../receipt/issue-receipt.ts'
import { DisputeNews, disputeText } from './dispute-news.ts'

/**
 * A dispute that was opened or has changed. It has emails of its own. Version 0.2 kept its words.
 */
export const disputeNotification = defineNotification('dispute', {
  namesOthers: true,
  details: t.Union([DisputeNews, t.Object({ title: t.String(), text: t.String() })]),
  message(details, who, ctx) {
    const nobody = { called: () => who }
    const { title, text } =
      'title' in details
        ? details
        : disputeText(ctx, details, readBought(ctx, details.orderId) ?? { payer: nobody, seller: nobody })
    return { title, text, path: '/studio/sales' }
  },
})
