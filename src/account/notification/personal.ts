import { eq } from 'drizzle-orm'
import { eraseSome } from '../../../db/erase-some.ts'
import {
  notificationBoxes,
  notificationDigests,
  notifications,
  pushSubscriptions,
} from '../../../db/schema/account/notification.ts'
import type { Personal } from '../../platform/personal.ts'
import type { NotificationKinds } from './define-notification.ts'

/** Names of others in them, such as buyers, are not the reader's own data. */
export function notificationPersonal(kinds: NotificationKinds): Personal {
  const ofOthers = [...kinds.values()].flatMap(({ kind, namesOthers }) => (namesOthers ? [`'${kind}'`] : [])).join(', ')
  return {
    sections: [
      {
        name: 'notification-preferences',
        start: [''],
        sql: `SELECT collects AS is_told_of_collects, shares AS is_told_of_shares, comments AS is_told_of_comments,
            drop_joins AS is_told_of_drop_joins, rewards AS is_told_of_rewards, gathers_mail AS is_sent_letters, user_id AS k0
          FROM notification_boxes WHERE user_id = $userId AND user_id > $k0`,
      },
      {
        name: 'notifications',
        start: [-1],
        sql: `SELECT n.kind, iif(n.kind IN (${ofOthers}), NULL, a.handle) AS by_handle,
            iif(n.kind IN (${ofOthers}), NULL, json_remove(n.details, '$.authorId')) AS json_details, n.created_at, n.read_at, n.position AS k0
          FROM notifications n LEFT JOIN artists a ON a.id = n.actor_id
          WHERE n.user_id = $userId AND n.position > $k0 ORDER BY n.position LIMIT $limit`,
      },
    ],
    erases: ['notification_boxes', 'notification_digests', 'notifications', 'push_subscriptions'],
    forget({ db }, { userId }) {
      db.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId)).run()
      db.delete(notificationBoxes).where(eq(notificationBoxes.userId, userId)).run()
      db.delete(notificationDigests).where(eq(notificationDigests.userId, userId)).run()
    },
    traces: [
      eraseSome(notifications.id, notifications.userId, 'userId'),
      eraseSome(notifications.id, notifications.actorId, 'artistId'),
    ],
  }
}
