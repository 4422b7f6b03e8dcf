import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../../account/notification/define-notification.ts'

/** A dispute that was opened or has changed. It has emails of its own. */
export const disputeNotification = defineNotification('dispute', {
  namesOthers: true,
  details: t.Object({ title: t.String(), text: t.String() }),
  message: ({ title, text }) => ({ title, text, path: '/studio/sales' }),
})
