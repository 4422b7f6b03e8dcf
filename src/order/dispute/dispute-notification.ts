import { defineNotification } from '../../account/notification/define-notification.ts'
import { readBought } from '../../books/receipt/issue-receipt.ts'
import { DisputeNews, disputeText } from './dispute-news.ts'

export const disputeNotification = defineNotification('dispute', {
  namesOthers: true,
  details: DisputeNews,
  message(details, who, ctx) {
    const nobody = { called: () => who }
    const people = readBought(ctx, details.orderId) ?? { payer: nobody, seller: nobody }
    return { ...disputeText(ctx, details, people), path: '/studio/sales' }
  },
})
