import { say } from '../../lib/language/say.ts'

export const ofBlobs = (): string => say('it is the place of BLOBS, or one of the two is in the other')
export const besideBlobs = (): string =>
  say('Name another bucket, or prefixes of which none is in the other, such as s3://NAME/music and s3://NAME/backups.')
