import type { Room } from '../room.ts'
import { releasePersonal } from './personal.ts'
import { releaseClaim } from './release-claim.ts'
import { releaseFiles } from './release-files.ts'
import { publishedSums } from './release-sums.ts'
import { releaseIndex } from './search-index.ts'

export const releaseRoom = {
  personal: releasePersonal,
  sums: [publishedSums],
  files: [releaseFiles],
  claims: [releaseClaim],
  indexes: [releaseIndex],
} satisfies Room
