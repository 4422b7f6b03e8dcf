import type { Room } from '../../room.ts'
import { anchorEventsJob } from './anchor-events.ts'
import { signVersionJob } from './sign-version.ts'

export const versionRoom = {
  jobs: [signVersionJob, anchorEventsJob],
} satisfies Room
