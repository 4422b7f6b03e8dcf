import { callOffJob } from '../../casset/call-off.ts'
import type { Room } from '../../room.ts'
import { notifyPreorderJob } from './notify-preorder.ts'
import { openTapeJob } from './open-tape.ts'
import { preorderPersonal } from './personal.ts'
import { openedNotification, preorderNotification } from './preorder-notification.ts'

export const preorderRoom: Room = {
  jobs: [openTapeJob, notifyPreorderJob, callOffJob],
  notices: [preorderNotification, openedNotification],
  personal: preorderPersonal,
}
