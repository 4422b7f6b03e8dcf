import { ends, waits } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { acceptedNotification } from './accepted-notification.ts'
import { submissionPersonal } from './personal.ts'
import { submissionClaim } from './submission-claim.ts'
import { submissionFiles } from './submission-files.ts'

export const submissionRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).submission] }),
  notices: [acceptedNotification],
  personal: submissionPersonal,
  files: [submissionFiles],
  claims: [submissionClaim],
  promises: [
    { name: 'clip', tables: ['submissions'], thing: 'The decision about a clip', giver: waits, receiver: ends },
  ],
} satisfies Room
